import { useTranslation } from 'react-i18next'
import type { RecordProperties } from '#shared/contract/record-property.ts'
import { UnbrokenIds } from '../ui/unbroken-ids.tsx'
import { usePlaceName } from './record-place.tsx'

/** The property of a record beside its number, in a list for staff: the address, else the parcel, else nothing. */
export function PlaceName(record: RecordProperties) {
  const { t } = useTranslation()
  const address = usePlaceName(record)
  const [first] = record.properties
  const name = address || (first ? t('record.parcel', { parcel: first.parcelId }) : '')
  return (
    name && (
      <span className="block text-sm wrap-anywhere text-muted-foreground">
        <UnbrokenIds>{name}</UnbrokenIds>
      </span>
    )
  )
}
