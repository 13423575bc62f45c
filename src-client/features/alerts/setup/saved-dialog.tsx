import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { Skeleton } from '#client/components/ui/skeleton.tsx'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import type { AlertView } from '#shared/contract/alert-view.ts'
import type { Channel } from '#shared/contract/alert.ts'
import { resendHint, verificationSentText } from '#shared/domain/recipient/verification-texts.ts'
import { SavedRecipient } from '../form/recipients/recipient-block.tsx'
import type { Suppression, AlertRecipient } from '../status/suppression-for.ts'

type SavedDialogProps = {
  /** The title of the form that was saved. */
  title: string
  /** The server's message. */
  message: string
  /** The number of alerts saved; they all have the same recipients. */
  count?: number
  /** The alert, or the first of several, as it is now; absent while it loads. */
  alert: AlertView | undefined
  /** Whether an address or number is the reader's own. */
  isOwn: (channel: Channel, value: string) => boolean
  suppressionFor: (question: AlertRecipient) => Suppression | undefined
  onResend: (channel: Channel, recipientId: number) => void
  resendingId: number
  onClose: () => void
}

const getRecipients = (alert: AlertView, suppressionFor: SavedDialogProps['suppressionFor']) =>
  [
    ...alert.alertEmailAddresses.map((item) => ({ ...item, channel: 'EMAIL' as const })),
    ...alert.alertPhones.map((item) => ({ ...item, channel: 'PHONE' as const })),
  ].map((item) => ({
    ...item,
    suppression: suppressionFor({ alertId: alert.id, channel: item.channel, id: item.id, value: item.value }),
  }))

/** The server's message without the sentences that the boxes of pending recipients already show. */
function withoutBoxSentences(sentences: string, boxes: readonly { channel: Channel; value: string }[]): string[] {
  const asked = boxes.map(({ channel, value }) => verificationSentText(channel, value))
  // The server separates its sentences with two spaces.
  return asked
    .reduce((remaining, sentence) => remaining.replace(sentence, ''), sentences)
    .split('  ')
    .filter((sentence) => sentence !== '' && sentence !== resendHint)
}

const recipientKey = ({ channel, id }: { channel: Channel; id: number }) => `${channel}${id}`

/** What the dialog says about the recipients: who was asked to confirm, who is notified now, and how to name them. */
function useSavedState({
  message,
  alert,
  isOwn,
  suppressionFor,
}: Pick<SavedDialogProps, 'message' | 'alert' | 'isOwn' | 'suppressionFor'>) {
  const recipients = alert ? getRecipients(alert, suppressionFor) : []
  // Recipients who were pending at the save stay in the list, so that their confirmation is visible.
  const [pendingAtSave, setPendingAtSave] = useState<ReadonlySet<string>>()
  if (alert && !pendingAtSave)
    setPendingAtSave(new Set(recipients.filter(({ verified }) => !verified).map(recipientKey)))
  const asked = recipients.filter((item) => pendingAtSave?.has(recipientKey(item)))
  const shown = recipients.filter((item) => pendingAtSave?.has(recipientKey(item)) || item.suppression)
  const [done] = message.split('  ')
  const more = alert ? withoutBoxSentences(message.slice(done?.length), shown) : []
  const left = asked.filter(({ verified }) => !verified).length
  // Once everyone has confirmed, the server's request is outdated.
  const allConfirmed = asked.length > 0 && left === 0
  const anyStopped = recipients.some(({ suppression }) => suppression)
  // Who is notified from now on: verified recipients without a suppression.
  const notified =
    alert && !alert.pausedUntil ? recipients.filter(({ verified, suppression }) => verified && !suppression) : []
  const who = notified.map(({ value }) => value).join(', ')
  // Names the recipients if no one had to confirm, or if some are suppressed.
  const namesNotified = notified.length > 0 && left === 0 && (asked.length === 0 || anyStopped)
  const isReader = (namesNotified ? notified : asked).every(({ channel, value }) => isOwn(channel, value))
  return { shown, done, more, left, allConfirmed, anyStopped, notified, who, namesNotified, isReader }
}

type SummaryProps = { state: ReturnType<typeof useSavedState> }

/** What was saved, and whether everyone who was asked has confirmed. */
function Summary({ state: { done, more, left, allConfirmed, anyStopped, notified, isReader } }: SummaryProps) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-1">
      <h3 className="flex items-center gap-3 text-lg text-success">
        <CircleCheck aria-hidden />
        {done}
      </h3>
      <output className="grid gap-1">
        {!allConfirmed && more.map((sentence) => <span key={sentence}>{sentence}</span>)}
        {allConfirmed && !anyStopped && t(isReader ? 'alert.savedConfirmedYou' : 'alert.savedConfirmed')}
        {left > 0 &&
          t(notified.length > 0 ? 'alert.savedLeft' : isReader ? 'alert.savedWaitsYou' : 'alert.savedWaits', {
            count: left,
          })}
      </output>
    </div>
  )
}

/** After saving: who still needs to confirm, how, and Resend. */
export function SavedDialog(props: SavedDialogProps) {
  const { title, message, count = 1, alert, isOwn, suppressionFor, onResend, resendingId, onClose } = props
  const { t } = useTranslation()
  const state = useSavedState({ message, alert, isOwn, suppressionFor })
  const { shown, left, notified, who, namesNotified, isReader } = state
  return (
    <Dialog open onClose={onClose} title={title} footer={<Button onClick={onClose}>{t('dialog.close')}</Button>}>
      <div className="grid gap-4">
        <Summary state={state} />
        {alert?.pausedUntil && <p>{t('alert.savedPaused', { day: alert.pausedUntil })}</p>}
        {namesNotified && (
          <p className="wrap-anywhere">
            <UnbrokenIds>{t(isReader ? 'alert.savedTellsYou' : 'alert.savedTells', { who })}</UnbrokenIds>
          </p>
        )}
        {!alert && <Skeleton label={t('alert.loading')} lines={4} />}
        {shown.map(({ channel, id, value, verified, suppression }) => (
          <SavedRecipient
            key={recipientKey({ channel, id })}
            channel={channel}
            value={value}
            verified={verified}
            suppression={suppression}
            asked={message.includes(verificationSentText(channel, value))}
            resending={resendingId === id}
            onResend={() => onResend(channel, id)}
          />
        ))}
        {left > 0 && (
          <p className="text-sm text-muted-foreground wrap-anywhere">
            <UnbrokenIds>
              {notified.length > 0 ? t('alert.savedLaterOthers', { who }) : t('alert.savedLater', { count })}
            </UnbrokenIds>
          </p>
        )}
      </div>
    </Dialog>
  )
}
