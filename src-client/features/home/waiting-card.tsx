import { BellRing, KeyRound, Pencil, Send } from 'lucide-react'
import { useId } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { AlertView, Channel, Recipient } from '#shared/contract/alert.ts'
import { Button } from '#client/components/ui/button.tsx'
import { alertHref } from '#client/lib/navigation.ts'

type WaitingFor = { channel: Channel; recipient: Recipient }

/** The first recipient of an alert who has not said yes; emails before phones, since a link is the easier way. */
function waitingFor(alert: AlertView): WaitingFor | undefined {
  const email = alert.alertEmailAddresses.find((one) => !one.verified)
  if (email) return { channel: 'EMAIL', recipient: email }
  const phone = alert.alertPhones.find((one) => !one.verified)
  return phone && { channel: 'PHONE', recipient: phone }
}

type WaitingAlertProps = {
  alert: AlertView
  waiting: WaitingFor
  resending: boolean
  onResend: () => void
}

function WaitingAlert({ alert, waiting, resending, onResend }: WaitingAlertProps) {
  const { t } = useTranslation()
  const byEmail = waiting.channel === 'EMAIL'
  const values = { alert: alert.name, target: waiting.recipient.value }
  const again = (
    <Button variant={byEmail ? 'primary' : 'secondary'} onClick={onResend} busy={resending && t('home.resending')}>
      <Send aria-hidden />
      {byEmail ? t('home.resendLink') : t('home.resendCode')}
    </Button>
  )
  return (
    <div className="grid gap-3">
      <p className="wrap-anywhere">
        <Trans
          i18nKey={byEmail ? 'home.waitingEmail' : 'home.waitingPhone'}
          values={values}
          components={{ b: <b /> }}
        />
      </p>
      <div className="flex flex-wrap gap-3 max-sm:[&>*]:w-full">
        {byEmail ? (
          <>
            {again}
            <Button variant="secondary" asChild>
              <Link href={alertHref(alert.id)}>
                <Pencil aria-hidden />
                {t('home.changeAddress')}
              </Link>
            </Button>
          </>
        ) : (
          <>
            <Button asChild>
              <Link href={alertHref(alert.id)}>
                <KeyRound aria-hidden />
                {t('home.enterCode')}
              </Link>
            </Button>
            {again}
          </>
        )}
      </div>
    </div>
  )
}

type WaitingCardProps = {
  alerts: readonly AlertView[]
  /** The recipient whose message is being sent again; NaN while none is. */
  resendingId: number
  onResend: (channel: Channel, recipientId: number) => void
}

/** What needs the reader: alerts that cannot tell anyone yet. The one card with a brass side. */
export function WaitingCard({ alerts, resendingId, onResend }: WaitingCardProps) {
  const { t } = useTranslation()
  const heading = useId()
  const waiting = alerts.flatMap((alert) => {
    const reason = alert.statusType === 'P' ? waitingFor(alert) : undefined
    return reason ? [{ alert, reason }] : []
  })
  if (waiting.length === 0) return null
  return (
    <section
      aria-labelledby={heading}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-lg border border-s-8 border-border border-s-brass bg-card p-card shadow-card print:hidden"
    >
      <BellRing className="size-8 text-warning" aria-hidden />
      <h2 id={heading}>{t('home.waiting', { count: waiting.length })}</h2>
      <div className="grid gap-5 max-sm:col-span-full sm:col-start-2">
        {waiting.map(({ alert, reason }) => (
          <WaitingAlert
            key={alert.id}
            alert={alert}
            waiting={reason}
            resending={resendingId === reason.recipient.id}
            onResend={() => onResend(reason.channel, reason.recipient.id)}
          />
        ))}
      </div>
    </section>
  )
}
