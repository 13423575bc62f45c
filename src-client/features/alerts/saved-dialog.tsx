import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertView, Channel } from '#shared/contract/alert.ts'
import { Button } from '#client/components/ui/button.tsx'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { Skeleton } from '#client/components/ui/skeleton.tsx'
import { SavedRecipient } from '#client/components/alert-form/recipient-block.tsx'

type SavedDialogProps = {
  /** What the server said. */
  message: string
  /** How many alerts were saved; they tell the same recipients. */
  count?: number
  /** The alert, or the first of them, as it is now; absent while it is being read. */
  alert: AlertView | undefined
  onResend: (channel: Channel, recipientId: number) => void
  resendingId: number
  onClose: () => void
}

const recipientsOf = (alert: AlertView) => [
  ...alert.alertEmailAddresses.map((one) => ({ ...one, channel: 'EMAIL' as const })),
  ...alert.alertPhones.map((one) => ({ ...one, channel: 'PHONE' as const })),
]

const keyOf = ({ channel, id }: { channel: Channel; id: number }) => `${channel}${id}`

/** After saving: who must still say yes, how, and Resend. */
export function SavedDialog({ message, count = 1, alert, onResend, resendingId, onClose }: SavedDialogProps) {
  const { t } = useTranslation()
  const recipients = alert ? recipientsOf(alert) : []
  // Those who waited when the alert was saved stay in the list, so that a yes is seen.
  const [waited, setWaited] = useState<ReadonlySet<string>>()
  if (alert && !waited) setWaited(new Set(recipients.filter(({ verified }) => !verified).map(keyOf)))
  const shown = recipients.filter((one) => waited?.has(keyOf(one)))
  // The server parts its sentences by two spaces.
  const [done, ...more] = message.split('  ')
  const left = shown.filter(({ verified }) => !verified).length
  // Once everyone asked has said yes, what the server asked for is done.
  const allConfirmed = shown.length > 0 && left === 0
  // Nobody had to be asked: what was saved tells them from now on.
  const tells = alert && !alert.pausedUntil && shown.length === 0

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('alert.title')}
      foot={<Button onClick={onClose}>{t('dialog.close')}</Button>}
    >
      <div className="grid gap-4">
        <div className="grid gap-1">
          <h3 className="flex items-center gap-3 text-lg text-success">
            <CircleCheck aria-hidden />
            {done}
          </h3>
          <output className="grid gap-1">
            {allConfirmed ? t('alert.savedConfirmed') : more.map((sentence) => <span key={sentence}>{sentence}</span>)}
          </output>
        </div>
        {alert?.pausedUntil && <p>{t('alert.savedPaused', { day: alert.pausedUntil })}</p>}
        {tells && (
          <p className="wrap-anywhere">
            {t('alert.savedTells', { who: recipients.map(({ value }) => value).join(', ') })}
          </p>
        )}
        {!alert && <Skeleton label={t('alert.loading')} lines={4} />}
        {left > 0 && <p>{t('alert.savedWaits', { count: left })}</p>}
        {shown.map(({ channel, id, value, verified }) => (
          <SavedRecipient
            key={keyOf({ channel, id })}
            channel={channel}
            value={value}
            verified={verified}
            resending={resendingId === id}
            onResend={() => onResend(channel, id)}
          />
        ))}
        {left > 0 && <p className="text-sm text-muted-foreground">{t('alert.savedLater', { count })}</p>}
      </div>
    </Dialog>
  )
}
