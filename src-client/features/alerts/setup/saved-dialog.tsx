import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertView, Channel } from '#shared/contract/alert.ts'
import { resendHint, verificationSentText } from '#shared/domain/recipient/asked-to-confirm.ts'
import { Button } from '#client/components/ui/button.tsx'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { Skeleton } from '#client/components/ui/skeleton.tsx'
import { WholeIds } from '#client/components/ui/unbroken-ids.tsx'
import { SavedRecipient } from '../form/recipients/recipient-block.tsx'
import type { Stop, StopQuestion } from '../status/suppression-for.ts'

type SavedDialogProps = {
  /** Of the form that was saved. */
  title: string
  /** What the server said. */
  message: string
  /** How many alerts were saved; they tell the same recipients. */
  count?: number
  /** The alert, or the first of them, as it is now; absent while it is being read. */
  alert: AlertView | undefined
  /** Whether an address or number is the reader's own. */
  isOwn: (channel: Channel, value: string) => boolean
  stopOf: (question: StopQuestion) => Stop | undefined
  onResend: (channel: Channel, recipientId: number) => void
  resendingId: number
  onClose: () => void
}

const recipientsOf = (alert: AlertView, stopOf: SavedDialogProps['stopOf']) =>
  [
    ...alert.alertEmailAddresses.map((one) => ({ ...one, channel: 'EMAIL' as const })),
    ...alert.alertPhones.map((one) => ({ ...one, channel: 'PHONE' as const })),
  ].map((one) => ({ ...one, stop: stopOf({ alertId: alert.id, channel: one.channel, id: one.id, value: one.value }) }))

/** What the server said to the save, without what the boxes of those who wait say themselves. */
function notInBoxes(sentences: string, boxes: readonly { channel: Channel; value: string }[]): string[] {
  const asked = boxes.map(({ channel, value }) => verificationSentText(channel, value))
  // The server parts its sentences by two spaces.
  return asked
    .reduce((left, sentence) => left.replace(sentence, ''), sentences)
    .split('  ')
    .filter((sentence) => sentence !== '' && sentence !== resendHint)
}

const keyOf = ({ channel, id }: { channel: Channel; id: number }) => `${channel}${id}`

/** After saving: who must still say yes, how, and Resend. */
export function SavedDialog(props: SavedDialogProps) {
  const { title, message, count = 1, alert, isOwn, stopOf, onResend, resendingId, onClose } = props
  const { t } = useTranslation()
  const recipients = alert ? recipientsOf(alert, stopOf) : []
  // Those who waited when the alert was saved stay in the list, so that a yes is seen.
  const [waited, setWaited] = useState<ReadonlySet<string>>()
  if (alert && !waited) setWaited(new Set(recipients.filter(({ verified }) => !verified).map(keyOf)))
  const asked = recipients.filter((one) => waited?.has(keyOf(one)))
  const shown = recipients.filter((one) => waited?.has(keyOf(one)) || one.stop)
  const [done] = message.split('  ')
  const more = alert ? notInBoxes(message.slice(done?.length), shown) : []
  const left = asked.filter(({ verified }) => !verified).length
  // Once everyone asked has said yes, what the server asked for is done.
  const allConfirmed = asked.length > 0 && left === 0
  const anyStopped = recipients.some(({ stop }) => stop)
  // Whom a record is told from now on: who has said yes, and takes messages.
  const told = alert && !alert.pausedUntil ? recipients.filter(({ verified, stop }) => verified && !stop) : []
  const who = told.map(({ value }) => value).join(', ')
  // Nobody had to be asked, or not all of them are told.
  const namesTold = told.length > 0 && left === 0 && (asked.length === 0 || anyStopped)
  const you = (namesTold ? told : asked).every(({ channel, value }) => isOwn(channel, value))

  return (
    <Dialog open onClose={onClose} title={title} foot={<Button onClick={onClose}>{t('dialog.close')}</Button>}>
      <div className="grid gap-4">
        <div className="grid gap-1">
          <h3 className="flex items-center gap-3 text-lg text-success">
            <CircleCheck aria-hidden />
            {done}
          </h3>
          <output className="grid gap-1">
            {!allConfirmed && more.map((sentence) => <span key={sentence}>{sentence}</span>)}
            {allConfirmed && !anyStopped && t(you ? 'alert.savedConfirmedYou' : 'alert.savedConfirmed')}
            {left > 0 &&
              t(told.length > 0 ? 'alert.savedLeft' : you ? 'alert.savedWaitsYou' : 'alert.savedWaits', {
                count: left,
              })}
          </output>
        </div>
        {alert?.pausedUntil && <p>{t('alert.savedPaused', { day: alert.pausedUntil })}</p>}
        {namesTold && (
          <p className="wrap-anywhere">
            <WholeIds>{t(you ? 'alert.savedTellsYou' : 'alert.savedTells', { who })}</WholeIds>
          </p>
        )}
        {!alert && <Skeleton label={t('alert.loading')} lines={4} />}
        {shown.map(({ channel, id, value, verified, stop }) => (
          <SavedRecipient
            key={keyOf({ channel, id })}
            channel={channel}
            value={value}
            verified={verified}
            stop={stop}
            asked={message.includes(verificationSentText(channel, value))}
            resending={resendingId === id}
            onResend={() => onResend(channel, id)}
          />
        ))}
        {left > 0 && (
          <p className="text-sm text-muted-foreground wrap-anywhere">
            <WholeIds>
              {told.length > 0 ? t('alert.savedLaterOthers', { who }) : t('alert.savedLater', { count })}
            </WholeIds>
          </p>
        )}
      </div>
    </Dialog>
  )
}
