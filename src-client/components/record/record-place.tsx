import { useTranslation } from 'react-i18next'
import type { RecordProperties } from '#shared/contract/record-property.ts'
import { UnbrokenIds } from '../ui/unbroken-ids.tsx'

/**
 * How a line names the first property of a record: its address, and its parcel number. The first that is known says how
 * many more there are; each is '' if it is not known.
 */
export function usePlace({ properties, moreProperties }: RecordProperties): { address: string; parcel: string } {
  const { t } = useTranslation()
  const [first] = properties
  if (!first) return { address: '', parcel: '' }
  const rest = properties.length + moreProperties - 1
  const withRest = (place: string) => (rest > 0 ? t('record.placeAndMore', { address: place, count: rest }) : place)
  const parcel = t('record.parcel', { parcel: first.parcelId })
  return first.address ? { address: withRest(first.address), parcel } : { address: '', parcel: withRest(parcel) }
}

type NumberedRecord = RecordProperties & { documentIdentifier: string }

/** The numbers of a record below its line: document, city, parcel, legal description; on a phone the document's alone. */
export function RecordNumbers({ record }: { record: NumberedRecord }) {
  const [number, ...rest] = useRecordNumbers(record)
  return (
    <p className="leading-[1.4] text-muted-foreground wrap-anywhere">
      <UnbrokenIds>{number}</UnbrokenIds>
      <span className="max-sm:hidden">
        <UnbrokenIds>{rest.map((part) => ` · ${part}`).join('')}</UnbrokenIds>
      </span>
    </p>
  )
}

function useRecordNumbers(record: NumberedRecord): string[] {
  const { t } = useTranslation()
  const { parcel } = usePlace(record)
  const [first] = record.properties
  const number = t('record.number', { id: record.documentIdentifier })
  return [number, first?.locality ?? '', parcel, first?.legalDescription ?? ''].filter(Boolean)
}
