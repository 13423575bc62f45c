import { CirclePause } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SuppressionReason } from '#shared/domain/recipient/suppression-reasons.ts'
import { Badge } from '#client/components/ui/badge.tsx'

type RecipientNameProps = {
  recipient: { status: 'A' | 'I'; stopReason: SuppressionReason | '' }
  /** The address or number. */
  children: ReactNode
  /** More badges beside it. */
  badges?: ReactNode
}

/** An address or number of a list and, if it is inactive, the reason, as on the user's page. */
export function RecipientName({ recipient: { status, stopReason }, children, badges }: RecipientNameProps) {
  const { t } = useTranslation()
  const reason = stopReason && t('support.stops.stopped', { reason: t(`support.stops.reasons.${stopReason}`) })
  return (
    <span className="grid gap-0.5">
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        {children}
        {status === 'I' && <Badge icon={CirclePause}>{t('alertAdmin.emails.inactive')}</Badge>}
        {badges}
      </span>
      {status === 'I' && (
        <span className="text-sm leading-[1.4] text-muted-foreground">{reason || t('alertAdmin.emails.unused')}</span>
      )}
    </span>
  )
}
