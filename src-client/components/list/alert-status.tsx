import { useTranslation } from 'react-i18next'
import type { AlertView } from '#shared/contract/alert.ts'
import { StatusBadge, statusOfCode } from '#client/components/ui/badge.tsx'

/** An alert's status; of one that pauses, until when. */
export function AlertStatus({ alert: { statusType, pausedUntil } }: { alert: AlertView }) {
  const { t } = useTranslation()
  const paused = statusType === 'I' && pausedUntil !== ''
  return (
    <span className="inline-grid justify-items-start gap-0.5">
      <StatusBadge status={statusOfCode(statusType)} />
      {paused && (
        <span className="text-sm leading-[1.4] text-muted-foreground">
          {t('home.pausedUntil', { day: pausedUntil })}
        </span>
      )}
    </span>
  )
}
