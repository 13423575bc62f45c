import type { RecordProperties } from '#shared/contract/record-property.ts'
import { UnbrokenIds } from '../ui/unbroken-ids.tsx'
import { usePlace } from './record-place.tsx'

/** The property of a record below its number, in a list for staff: address and parcel number, as far as known. */
export function PlaceName({ record }: { record: RecordProperties }) {
  const { address, parcel } = usePlace(record)
  const name = [address, parcel].filter(Boolean).join(' · ')
  return (
    name && (
      <span className="block text-sm wrap-anywhere text-muted-foreground">
        <UnbrokenIds>{name}</UnbrokenIds>
      </span>
    )
  )
}
