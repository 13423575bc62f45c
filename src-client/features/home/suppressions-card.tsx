import { BellOff } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { StoppedAlert, SuppressedAddress } from '#server/features/recipients/suppressed-addresses.ts'
import { Button } from '#client/components/ui/button.tsx'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import { listHref } from '#client/lib/navigation.ts'
import { stopActs } from './use-suppression-actions.ts'

/** What another address would mend. */
const wantsAnother: readonly SuppressedAddress['reason'][] = ['bounce', 'complaint']

function Stop({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <li className="grid gap-3">
      <p className="wrap-anywhere">
        <UnbrokenIds>{message}</UnbrokenIds>
      </p>
      {children && <div className="flex flex-wrap gap-3 max-sm:[&>*]:w-full">{children}</div>}
    </li>
  )
}

type ActButtonProps = Pick<ComponentProps<typeof Button>, 'variant' | 'className' | 'children'> & {
  act: string
  running: string
  /** Its name where several such buttons stand on the page. */
  name: string
  onAct: () => void
}

/** While its act runs it says so; while another does, it waits. */
function ActButton({ act, running, name, onAct, ...rest }: ActButtonProps) {
  const { t } = useTranslation()
  const busy = running === act
  return (
    <Button
      busy={busy && t('home.stops.saving')}
      aria-disabled={running !== '' || undefined}
      // What it says while it runs is its name then.
      aria-label={busy ? undefined : name}
      onClick={() => running || onAct()}
      {...rest}
    />
  )
}

type LeftStoppedProps = Pick<StopsCardProps, 'told' | 'running' | 'onAllow'>

/** What the reader left stopped, said quietly: the alerts below look as if they told somebody there. */
export function LeftStopped({ told, running, onAllow }: LeftStoppedProps) {
  const { t } = useTranslation()
  const left = told.filter((stop) => stop.dismissed)
  if (left.length === 0) return null
  return (
    <ul className="grid gap-2 print:hidden">
      {left.map(({ id, target, message }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4">
          <p className="flex min-w-0 gap-3">
            <BellOff className="mt-0.5 text-muted-foreground" aria-hidden />
            <span className="min-w-0 wrap-anywhere">
              <UnbrokenIds>{message}</UnbrokenIds>
            </span>
          </p>
          {/* On a phone it stands below, in line with the words. */}
          <ActButton
            variant="quiet"
            className="max-sm:ms-5"
            act={stopActs.allow(id)}
            running={running}
            name={t('home.stops.againTo', { target })}
            onAct={() => onAllow(id)}
          >
            {t('home.stops.again')}
          </ActButton>
        </li>
      ))}
    </ul>
  )
}

type StopsCardProps = {
  told: readonly SuppressedAddress[]
  stoppedAlerts: readonly StoppedAlert[]
  /** The act that runs (`stopActs`), or ''. Meanwhile no button does anything. */
  running: string
  onAllow: (id: number) => void
  onDismiss: (id: number) => void
  onResume: (alert: StoppedAlert) => void
}

/** Addresses and numbers that get no alerts, why, and what can be done (decisions, section 8: told on the next visit). */
export function StopsCard({ told, stoppedAlerts, running, onAllow, onDismiss, onResume }: StopsCardProps) {
  const { t } = useTranslation()
  const heading = useId()
  const again = (target: string, act: string, onAct: () => void) => (
    <ActButton act={act} running={running} name={t('home.stops.againTo', { target })} onAct={onAct}>
      {t('home.stops.again')}
    </ActButton>
  )
  const warned = told.filter((stop) => !stop.dismissed)
  if (warned.length + stoppedAlerts.length === 0) return null
  const keepsAlerts = stoppedAlerts.length === 0 && warned.every(({ stopsAlerts }) => !stopsAlerts)
  return (
    <section
      aria-labelledby={heading}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-lg border border-s-8 border-border border-s-brass bg-card p-card shadow-card print:hidden"
    >
      <BellOff className="size-8 text-warning" aria-hidden />
      <h2 id={heading}>{t(keepsAlerts ? 'home.stops.requestsTitle' : 'home.stops.title')}</h2>
      <ul className="grid gap-5 max-sm:col-span-full sm:col-start-2">
        {warned.map(({ id, target, reason, message, canUndo, stopsAlerts }) => (
          <Stop key={id} message={message}>
            {canUndo && (
              <>
                {again(target, stopActs.allow(id), () => onAllow(id))}
                <ActButton
                  variant="secondary"
                  act={stopActs.dismiss(id)}
                  running={running}
                  name={t('home.stops.leaveFor', { target })}
                  onAct={() => onDismiss(id)}
                >
                  {t('home.stops.leave')}
                </ActButton>
              </>
            )}
            {stopsAlerts && wantsAnother.includes(reason) && (
              <Button variant="secondary" asChild>
                <Link href={listHref('alerts')}>{t('home.stops.change')}</Link>
              </Button>
            )}
          </Stop>
        ))}
        {stoppedAlerts.map((alert) => (
          <Stop key={`${alert.alertId} ${alert.channel} ${alert.recipientId}`} message={alert.message}>
            {again(alert.target, stopActs.resume(alert), () => onResume(alert))}
          </Stop>
        ))}
      </ul>
    </section>
  )
}
