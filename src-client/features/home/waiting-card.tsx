import { BellRing, KeyRound, Pencil, Send } from 'lucide-react'
import { useId } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { AlertView, Channel, Recipient } from '#shared/contract/alert.ts'
import { Button } from '#client/components/ui/button.tsx'
import { BoldIds, WholeIds } from '#client/components/ui/whole-ids.tsx'
import { alertHref } from '#client/lib/navigation.ts'

type WaitingFor = { channel: Channel; recipient: Recipient }
/** What one yes sets free: the alerts that wait for the same recipient. */
type Waiting = WaitingFor & { alerts: [AlertView, ...AlertView[]] }

/** The first recipient of an alert who has not said yes; emails before phones, since a link is the easier way. */
function waitingFor(alert: AlertView): WaitingFor | undefined {
  const email = alert.alertEmailAddresses.find((one) => !one.verified)
  if (email) return { channel: 'EMAIL', recipient: email }
  const phone = alert.alertPhones.find((one) => !one.verified)
  return phone && { channel: 'PHONE', recipient: phone }
}

function waitingOf(alerts: readonly AlertView[]): Waiting[] {
  const found = new Map<string, Waiting>()
  for (const alert of alerts) {
    const reason = alert.statusType === 'P' ? waitingFor(alert) : undefined
    if (!reason) continue
    const key = `${reason.channel} ${reason.recipient.id}`
    const same = found.get(key)
    if (same) same.alerts.push(alert)
    else found.set(key, { ...reason, alerts: [alert] })
  }
  return [...found.values()]
}

type WaitingAlertsProps = {
  waiting: Waiting
  resending: boolean
  onResend: () => void
}

function WaitingAlerts({ waiting, resending, onResend }: WaitingAlertsProps) {
  const { t } = useTranslation()
  const byEmail = waiting.channel === 'EMAIL'
  const [alert, ...others] = waiting.alerts
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
          count={waiting.alerts.length}
          values={values}
          components={{ b: <BoldIds /> }}
        />
      </p>
      {others.length > 0 && (
        <ul className="list-disc ps-6">
          {waiting.alerts.map(({ id, name }) => (
            <li key={id} className="wrap-anywhere">
              <WholeIds>{name}</WholeIds>
            </li>
          ))}
        </ul>
      )}
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
  const waiting = waitingOf(alerts)
  const count = waiting.reduce((sum, one) => sum + one.alerts.length, 0)
  if (waiting.length === 0) return null
  return (
    <section
      aria-labelledby={heading}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-lg border border-s-8 border-border border-s-brass bg-card p-card shadow-card print:hidden"
    >
      <BellRing className="size-8 text-warning" aria-hidden />
      <h2 id={heading}>{t('home.waiting', { count })}</h2>
      <div className="grid gap-5 max-sm:col-span-full sm:col-start-2">
        {waiting.map((one) => (
          <WaitingAlerts
            key={`${one.channel} ${one.recipient.id}`}
            waiting={one}
            resending={resendingId === one.recipient.id}
            onResend={() => onResend(one.channel, one.recipient.id)}
          />
        ))}
      </div>
    </section>
  )
}
