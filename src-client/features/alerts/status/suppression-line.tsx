import { BellOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import type { Suppression } from './suppression-for.ts'

/** Shown next to a recipient: why it gets nothing, and where to change that. */
export function SuppressionLine({ message, canUndo }: Suppression) {
  const { t } = useTranslation()
  return (
    <p className="flex min-w-0 gap-2 text-sm leading-[1.45]">
      <BellOff className="mt-[0.15em] text-warning" aria-hidden />
      <span className="min-w-0 wrap-anywhere">
        <span>
          <UnbrokenIds>{message}</UnbrokenIds>
        </span>{' '}
        {canUndo && <span>{t('alert.stoppedAgain')}</span>}
      </span>
    </p>
  )
}
