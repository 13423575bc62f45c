import { useTranslation } from 'react-i18next'
import { formatLocality } from '#shared/domain/property/locality.ts'
import { titleCaseAddress } from '#shared/domain/property/title-case.ts'
import { UnbrokenIds } from '../ui/unbroken-ids.tsx'
import type { AddressGroup } from './group-by-address.ts'

/** 'Alder Falls 55810 · 17-03-123-045', or how many parcels share the address. */
export function PlaceAndParcel({ group }: { group: AddressGroup }) {
  const { t } = useTranslation()
  const { first, parcels } = group
  const parcel = parcels.length > 1 ? t('findProperty.parcels', { count: parcels.length }) : first.parcelId
  return <UnbrokenIds>{[formatLocality(first), parcel].filter(Boolean).join(' · ')}</UnbrokenIds>
}

const words = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** The beginning of the address's word that one of the typed words matches, such as 'Lark' of 'Larkin' for 'lark'. */
function findTypedStart(word: string, typed: readonly string[]): string {
  const lower = word.toLowerCase()
  const [longest = ''] = typed.filter((text) => lower.startsWith(text)).toSorted((a, b) => b.length - a.length)
  return word.slice(0, longest.length)
}

/** The address with the typed beginnings of its words in bold. */
export function TypedAddress({ address, typed }: { address: string; typed: string }) {
  const typedWords = words(typed)
  const parts = titleCaseAddress(address).split(/([\p{L}\p{N}]+)/u)
  return parts.map((part, place) => {
    const start = place % 2 === 0 ? '' : findTypedStart(part, typedWords)
    return (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other name
      <span key={place}>
        {start && <b>{start}</b>}
        {part.slice(start.length)}
      </span>
    )
  })
}
