import type { RecordProperties, RecordProperty } from '#shared/contract/record-property.ts'
import type { ShortList } from './record-summary.ts'

/** A row about the properties of a record, with the key of its label. */
export type PropertyRow =
  | { label: 'property' | 'parcel' | 'legal'; value: string }
  /** How many more properties the record has. */
  | { label: 'more'; count: number }

/** '412 Larkspur Lane, Alder Falls 55810'; '' without an address. */
const formatAddress = ({ address, locality }: RecordProperty): string => [address, locality].filter(Boolean).join(', ')

/** '17-03-123-045 · 412 Larkspur Lane, Alder Falls 55810 · Lot 4, Block 2' */
const formatProperty = (property: RecordProperty): string =>
  [property.parcelId, formatAddress(property), property.legalDescription].filter(Boolean).join(' · ')

const row = (label: 'property' | 'parcel' | 'legal', value: string): PropertyRow[] =>
  value === '' ? [] : [{ label, value }]

/**
 * How messages, screens and prints list the properties of a record: a single property with a row for each of its parts,
 * or several with one row each, so that the parts of two properties never mix.
 * @param parcels listed if nothing is known of the properties except their numbers
 */
export function listPropertyRows(
  { properties, moreProperties, commonLegalDescription }: RecordProperties,
  parcels: ShortList<string> = { first: properties.map(({ parcelId }) => parcelId), more: moreProperties },
): PropertyRow[] {
  const [only] = properties
  if (only && properties.length + moreProperties === 1)
    return [
      ...row('property', formatAddress(only)),
      ...row('parcel', only.parcelId),
      ...row('legal', only.legalDescription),
    ]
  const isDescribed = properties.some(({ address, legalDescription }) => address !== '' || legalDescription !== '')
  const { first, more } = isDescribed ? { first: properties.map(formatProperty), more: moreProperties } : parcels
  return [
    ...first.flatMap((value) => row('parcel', value)),
    ...(more > 0 ? [{ label: 'more' as const, count: more }] : []),
    ...row('legal', commonLegalDescription),
  ]
}
