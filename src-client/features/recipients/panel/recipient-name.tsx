import { ChevronDown, CirclePause } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#client/components/ui/badge.tsx'
import { cn } from '#client/lib/cn.ts'
import type { SuppressionReason } from '#shared/domain/recipient/suppression-reasons.ts'

type RecipientNameProps = {
  recipient: { status: 'A' | 'I'; stopReason: SuppressionReason | '' }
  /** The address or number. */
  children: ReactNode
  /** More badges next to it. */
  badges?: ReactNode
}

/**
 * An address or number of a list. An inactive one opens to show the reason, as on the user's page: closed, its row is
 * one line high.
 */
export function RecipientName({ recipient: { status, stopReason }, children, badges }: RecipientNameProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const why = stopReason && t('support.stops.stopped', { reason: t(`support.stops.reasons.${stopReason}`) })
  const reason = why || t('alertAdmin.emails.unused')
  return (
    <span className="grid gap-0.5">
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        {children}
        {status === 'I' && (
          <button
            type="button"
            title={reason}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
            className="inline-flex min-h-8 items-center pointer-coarse:min-h-11"
          >
            <Badge icon={CirclePause}>
              {t('alertAdmin.emails.inactive')}
              <ChevronDown className={cn('size-[1.05em]', isOpen && 'rotate-180')} aria-hidden />
            </Badge>
          </button>
        )}
        {badges}
      </span>
      {status === 'I' && (
        <span id={id} hidden={!isOpen} className="text-sm leading-[1.4] text-muted-foreground">
          {reason}
        </span>
      )}
    </span>
  )
}
