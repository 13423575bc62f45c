import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertView, Channel } from '#shared/contract/alert.ts'
import { askedToConfirm } from '#shared/rules/asked-to-confirm.ts'
import { Button } from '#client/components/ui/button.tsx'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { Skeleton } from '#client/components/ui/skeleton.tsx'
import { SavedRecipient } from '#client/components/alert-form/recipient-block.tsx'

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
  onResend: (channel: Channel, recipientId: number) => void
  resendingId: number
  onClose: () => void
}

const recipientsOf = (alert: AlertView) => [
  ...alert.alertEmailAddresses.map((one) => ({ ...one, channel: 'EMAIL' as const })),
  ...alert.alertPhones.map((one) => ({ ...one, channel: 'PHONE' as const })),
]

/** What the server said to the save, without what the boxes of those who wait say themselves. */
function notInBoxes(sentences: string, boxes: readonly { channel: Channel; value: string }[]): string[] {
  const asked = boxes.map(({ channel, value }) => askedToConfirm(channel, value))
  // The server parts its sentences by two spaces.
  return asked
    .reduce((left, sentence) => left.replace(sentence, ''), sentences)
    .split('  ')
    .filter(Boolean)
}

const keyOf = ({ channel, id }: { channel: Channel; id: number }) => `${channel}${id}`

/** After saving: who must still say yes, how, and Resend. */
export function SavedDialog(props: SavedDialogProps) {
  const { title, message, count = 1, alert, isOwn, onResend, resendingId, onClose } = props
  const { t } = useTranslation()
  const recipients = alert ? recipientsOf(alert) : []
  // Those who waited when the alert was saved stay in the list, so that a yes is seen.
  const [waited, setWaited] = useState<ReadonlySet<string>>()
  if (alert && !waited) setWaited(new Set(recipients.filter(({ verified }) => !verified).map(keyOf)))
  const shown = recipients.filter((one) => waited?.has(keyOf(one)))
  const [done] = message.split('  ')
  const more = alert ? notInBoxes(message.slice(done?.length), shown) : []
  const left = shown.filter(({ verified }) => !verified).length
  // Once everyone asked has said yes, what the server asked for is done.
  const allConfirmed = shown.length > 0 && left === 0
  // Nobody had to be asked: what was saved tells them from now on.
  const tells = alert && !alert.pausedUntil && shown.length === 0
  const you = (tells ? recipients : shown).every(({ channel, value }) => isOwn(channel, value))

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
            {allConfirmed && t(you ? 'alert.savedConfirmedYou' : 'alert.savedConfirmed')}
            {left > 0 && t(you ? 'alert.savedWaitsYou' : 'alert.savedWaits', { count: left })}
          </output>
        </div>
        {alert?.pausedUntil && <p>{t('alert.savedPaused', { day: alert.pausedUntil })}</p>}
        {tells && (
          <p className="wrap-anywhere">
            {t(you ? 'alert.savedTellsYou' : 'alert.savedTells', {
              who: recipients.map(({ value }) => value).join(', '),
            })}
          </p>
        )}
        {!alert && <Skeleton label={t('alert.loading')} lines={4} />}
        {shown.map(({ channel, id, value, verified }) => (
          <SavedRecipient
            key={keyOf({ channel, id })}
            channel={channel}
            value={value}
            verified={verified}
            asked={message.includes(askedToConfirm(channel, value))}
            resending={resendingId === id}
            onResend={() => onResend(channel, id)}
          />
        ))}
        {left > 0 && <p className="text-sm text-muted-foreground">{t('alert.savedLater', { count })}</p>}
      </div>
    </Dialog>
  )
}
