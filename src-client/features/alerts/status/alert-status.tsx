import { useTranslation } from 'react-i18next'
import { StatusBadge, statusFromCode } from '#client/components/ui/badge.tsx'
import type { AlertView } from '#shared/contract/alert-view.ts'

/** An alert's status. For a paused alert, until when; for an active one that sends nothing, why. */
export function AlertStatus({ alert: { statusType, pausedUntil, nothingSent } }: { alert: AlertView }) {
  const { t } = useTranslation()
  const paused = statusType === 'I' && pausedUntil !== ''
  return (
    <span className="inline-grid justify-items-start gap-0.5">
      <StatusBadge status={nothingSent ? 'NOTHING_SENT' : statusFromCode(statusType)} />
      {nothingSent && <span className="text-sm leading-[1.4] text-muted-foreground">{t('home.nothingSent')}</span>}
      {paused && (
        <span className="text-sm leading-[1.4] text-muted-foreground">
          {t('home.pausedUntil', { day: pausedUntil })}
        </span>
      )}
    </span>
  )
}
