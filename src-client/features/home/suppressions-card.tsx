import { BellOff } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '#client/components/ui/button.tsx'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import { listHref } from '#client/lib/navigation.ts'
import type { StoppedAlert, SuppressedAddress } from '#server/features/recipients/suppressed-addresses.ts'
import { suppressionActionKeys } from './use-suppression-actions.ts'

/** The reasons that another address would fix. */
const needsAnotherAddress: readonly SuppressedAddress['reason'][] = ['bounce', 'complaint']

function SuppressionItem({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <li className="grid gap-3">
      <p className="wrap-anywhere">
        <UnbrokenIds>{message}</UnbrokenIds>
      </p>
      {children && <div className="flex flex-wrap gap-3 max-sm:[&>*]:w-full">{children}</div>}
    </li>
  )
}

type ActionButtonProps = Pick<ComponentProps<typeof Button>, 'variant' | 'className' | 'children'> & {
  actionKey: string
  runningAction: string
  /** Its accessible name if several such buttons are on the page. */
  name: string
  onAct: () => void
}

/** Busy while its own action runs, disabled while another one does. */
function ActionButton({ actionKey, runningAction, name, onAct, ...rest }: ActionButtonProps) {
  const { t } = useTranslation()
  const busy = runningAction === actionKey
  return (
    <Button
      busy={busy && t('home.stops.saving')}
      aria-disabled={runningAction !== '' || undefined}
      // While it is busy, its text is its name.
      aria-label={busy ? undefined : name}
      onClick={() => runningAction || onAct()}
      {...rest}
    />
  )
}

type DismissedSuppressionsProps = Pick<SuppressionsCardProps, 'suppressions' | 'runningAction' | 'onAllow'>

/** Suppressions that the reader dismissed, in small print, because the alerts below still list those addresses. */
export function DismissedSuppressions({ suppressions, runningAction, onAllow }: DismissedSuppressionsProps) {
  const { t } = useTranslation()
  const dismissed = suppressions.filter((suppression) => suppression.dismissed)
  if (dismissed.length === 0) return null
  return (
    <ul className="grid gap-2 print:hidden">
      {dismissed.map(({ id, target, message }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4">
          <p className="flex min-w-0 gap-3">
            <BellOff className="mt-0.5 text-muted-foreground" aria-hidden />
            <span className="min-w-0 wrap-anywhere">
              <UnbrokenIds>{message}</UnbrokenIds>
            </span>
          </p>
          {/* On a phone it goes below, aligned with the text. */}
          <ActionButton
            variant="quiet"
            className="max-sm:ms-5"
            actionKey={suppressionActionKeys.allow(id)}
            runningAction={runningAction}
            name={t('home.stops.againTo', { target })}
            onAct={() => onAllow(id)}
          >
            {t('home.stops.again')}
          </ActionButton>
        </li>
      ))}
    </ul>
  )
}

type SuppressionsCardProps = {
  suppressions: readonly SuppressedAddress[]
  stoppedAlerts: readonly StoppedAlert[]
  /** The action that is running (`suppressionActionKeys`), or ''. Meanwhile the other buttons do nothing. */
  runningAction: string
  onAllow: (id: number) => void
  onDismiss: (id: number) => void
  onResume: (alert: StoppedAlert) => void
}

/** Addresses and numbers that get no alerts, why, and what to do about it. Their owner sees it on the next visit. */
export function SuppressionsCard(props: SuppressionsCardProps) {
  const { suppressions, stoppedAlerts, runningAction, onAllow, onDismiss, onResume } = props
  const { t } = useTranslation()
  const heading = useId()
  const renderAllowButton = (target: string, act: string, onAct: () => void) => (
    <ActionButton
      actionKey={act}
      runningAction={runningAction}
      name={t('home.stops.againTo', { target })}
      onAct={onAct}
    >
      {t('home.stops.again')}
    </ActionButton>
  )
  const active = suppressions.filter((suppression) => !suppression.dismissed)
  if (active.length + stoppedAlerts.length === 0) return null
  const keepsAlerts = stoppedAlerts.length === 0 && active.every(({ stopsAlerts }) => !stopsAlerts)
  return (
    <section
      aria-labelledby={heading}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-lg border border-s-8 border-border border-s-brass bg-card p-card shadow-card print:hidden"
    >
      <BellOff className="size-8 text-warning" aria-hidden />
      <h2 id={heading}>{t(keepsAlerts ? 'home.stops.requestsTitle' : 'home.stops.title')}</h2>
      <ul className="grid gap-5 max-sm:col-span-full sm:col-start-2">
        {active.map(({ id, target, reason, message, canUndo, stopsAlerts }) => (
          <SuppressionItem key={id} message={message}>
            {canUndo && (
              <>
                {renderAllowButton(target, suppressionActionKeys.allow(id), () => onAllow(id))}
                <ActionButton
                  variant="secondary"
                  actionKey={suppressionActionKeys.dismiss(id)}
                  runningAction={runningAction}
                  name={t('home.stops.leaveFor', { target })}
                  onAct={() => onDismiss(id)}
                >
                  {t('home.stops.leave')}
                </ActionButton>
              </>
            )}
            {stopsAlerts && needsAnotherAddress.includes(reason) && (
              <Button variant="secondary" asChild>
                <Link href={listHref('alerts')}>{t('home.stops.change')}</Link>
              </Button>
            )}
          </SuppressionItem>
        ))}
        {stoppedAlerts.map((alert) => (
          <SuppressionItem key={`${alert.alertId} ${alert.channel} ${alert.recipientId}`} message={alert.message}>
            {renderAllowButton(alert.target, suppressionActionKeys.resume(alert), () => onResume(alert))}
          </SuppressionItem>
        ))}
      </ul>
    </section>
  )
}
