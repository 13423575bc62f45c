import { useTranslation } from 'react-i18next'
import type { RecordProperties } from '#shared/contract/record-property.ts'
import { cn } from '#client/lib/cn.ts'
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

type RecordPlaceProps = {
  record: RecordProperties & {
    documentDescription: string
    documentIdentifier: string
    /** As residents read it. */
    recordedTimestampFormatted: string
  }
  /** On a page of its own the answers must stand on a phone's first screen. */
  isCompact?: boolean
}

/** The numbers of a record below its line: document, city, parcel, legal description; on a phone the document's alone. */
export function RecordNumbers({ record }: Pick<RecordPlaceProps, 'record'>) {
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

function useRecordNumbers(record: RecordPlaceProps['record']): string[] {
  const { t } = useTranslation()
  const { parcel } = usePlace(record)
  const [first] = record.properties
  const number = t('record.number', { id: record.documentIdentifier })
  return [number, first?.locality ?? '', parcel, first?.legalDescription ?? ''].filter(Boolean)
}

/** Which property a record is about and what was recorded, the first words of a card. */
export function RecordPlace({ record, isCompact = false }: RecordPlaceProps) {
  const { t } = useTranslation()
  const { documentDescription, documentIdentifier, recordedTimestampFormatted: at } = record
  const { address } = usePlace(record)
  const numbers = useRecordNumbers(record)
  const what = documentDescription || documentIdentifier
  const when = address ? t('record.recorded', { what, at }) : t('notice.recordedAt', { at })
  return (
    <div className="grid gap-0.5">
      <p
        className={cn(
          'font-display leading-[1.2] font-semibold text-balance wrap-anywhere',
          isCompact ? 'text-[1.25rem] sm:text-[1.375rem]' : 'text-[1.375rem] sm:text-[1.625rem]',
        )}
      >
        <UnbrokenIds>{address || what}</UnbrokenIds>
      </p>
      <p className="leading-[1.4] text-muted-foreground wrap-anywhere">
        {when}
        {/* The details below say it too. */}
        <span className={isCompact ? 'max-sm:hidden' : undefined}>
          {' · '}
          <UnbrokenIds>{numbers.join(' · ')}</UnbrokenIds>
        </span>
      </p>
    </div>
  )
}
