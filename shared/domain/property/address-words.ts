import { toStandardForm } from './address-forms.ts'
import { splitAddress } from './address-tokens.ts'
import { parseAddress, type ParsedAddress } from './parse-address.ts'

/** The words that find a property: its own numbers and units, and the place that it shares with its neighbors. */
export type AddressWords = {
  /** House numbers, the exact one first, and a fraction. */
  numbers: string[]
  units: string[]
  /** Distinct words of street, city and zip. */
  place: string[]
  /** The house number that orders a street's properties; null without one. */
  houseNumber: number | null
  /** Length of street, city and zip: among equal places the shorter is listed first. */
  placeLength: number
}

const maxHouseNumber = 2_147_483_647
const toHouseNumber = (written: string): number | null => {
  const digits = /\d+/.exec(written)?.[0]
  return digits === undefined || Number(digits) > maxHouseNumber ? null : Number(digits)
}

const isLetter = /^[A-Z]$/
const letterOfNumber = /^\d+([A-Z])$/

/** House numbers, also with the letter of a unit: 12A finds '12 Elm St Unit A'. */
const listNumbers = ({ house }: ParsedAddress, ids: readonly string[]): string[] => {
  if (!house) return []
  const [first = ''] = house.numbers
  const lettered = /^\d+$/.test(first) ? ids.filter((id) => isLetter.test(id)).map((id) => first + id) : []
  return [...new Set([...house.numbers, ...lettered, house.fraction])].filter((number) => number !== '')
}

/** Ids of units with their parts: 3 and B also find '3B', A101 also finds 'A' and '101', and A finds '12A'. */
const listUnits = ({ house }: ParsedAddress, ids: readonly string[]): string[] => {
  const letter = letterOfNumber.exec(house?.numbers[0] ?? '')?.[1] ?? ''
  const parts = ids.flatMap((id) => id.match(/\d+|[A-Z]+/g) ?? [])
  return [...new Set([...ids, ids.join(''), ...parts, letter])].filter((unit) => unit !== '')
}

/** '55012-1234' and '550121234' are in zip 55012. */
const toZipWord = (zip: string): string => {
  const digits = zip.replaceAll(/\D/g, '')
  return digits.length === 9 ? digits.slice(0, 5) : digits
}

const listIds = ({ units, trailing }: ParsedAddress): string[] => (trailing === '' ? units : [...units, trailing])

/**
 * The words that find the property at an address.
 * @returns null for an address without a word, and for a post office box, which is not a place
 */
export function addressWords({
  address,
  city = '',
  zip = '',
}: {
  address: string
  city?: string
  zip?: string
}): AddressWords | null {
  const parsed = parseAddress(address)
  if (parsed.isPoBox || (parsed.words.length === 0 && !parsed.house)) return null
  const ids = listIds(parsed)
  const words = [...parsed.words, ...splitAddress(city), toZipWord(zip)]
    .map(toStandardForm)
    .filter((word) => word !== '')
  return {
    numbers: listNumbers(parsed, ids),
    units: listUnits(parsed, ids),
    place: [...new Set([...words, ...parsed.also])],
    houseNumber: toHouseNumber(parsed.house?.written ?? ''),
    placeLength: words.join(' ').length,
  }
}

/** An address in its standard form, the same for every usual way to write it: '12 N MAIN ST # 3'. */
export function normalizeAddress(text: string): string {
  const parsed = parseAddress(text)
  const ids = listIds(parsed)
  return [parsed.house?.written ?? '', ...parsed.words.map(toStandardForm), ...(ids.length > 0 ? ['#', ...ids] : [])]
    .filter((part) => part !== '')
    .join(' ')
}
