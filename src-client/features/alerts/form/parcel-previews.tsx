import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import { noMatchOptions } from '#shared/contract/alert.ts'
import { AlertPreviewLine, AlertPreviewRecords } from './alert-preview.tsx'
import type { Reader } from './reader-texts.ts'
import { usePreview } from './use-preview.ts'

function ParcelPreview({ parcelId, byStaff }: Reader & { parcelId: string }) {
  const { t } = useTranslation()
  const state = usePreview({ alertType: 'PARCEL_ID', parcelId, variants: noMatchOptions }, { byStaff })
  return (
    <li className="grid gap-1">
      <p className="font-semibold">
        <UnbrokenIds>{t('alert.parcelName', { parcelId })}</UnbrokenIds>
      </p>
      <AlertPreviewLine state={state} type="PARCEL_ID" byStaff={byStaff} />
      {state.kind === 'found' && state.preview.records.length > 0 && (
        <AlertPreviewRecords state={state} type="PARCEL_ID" byStaff={byStaff} />
      )}
    </li>
  )
}

type ParcelPreviewsProps = Reader & { parcelIds: readonly string[]; className?: string }

/** What each of several parcels' alerts would have found. */
export function ParcelPreviews({ parcelIds, byStaff, className }: ParcelPreviewsProps) {
  const { t } = useTranslation()
  const heading = useId()
  return (
    <section aria-labelledby={heading} className={className}>
      <p id={heading} className="text-sm">
        {t('alert.previews')}
      </p>
      <ul className="grid gap-3">
        {parcelIds.map((parcelId) => (
          <ParcelPreview key={parcelId} parcelId={parcelId} byStaff={byStaff} />
        ))}
      </ul>
    </section>
  )
}
