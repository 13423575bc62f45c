import { fold } from '../text/fold.ts'

/** The county's parcel mask: the lengths of its segments ('2-2-3-3-4'), or null if none is set. */
export type ParcelMask = { segments: number[]; lastOptional: boolean } | null

/**
 * A parcel id: letters and digits in upper case, with leading zeros. If both sides have separators, they are compared
 * part by part; with a county mask, both are padded first. No prefix matching.
 */
export type ParsedParcel = {
  /** The id without separators, padded in each way the mask allows. */
  paddedIds: string[]
  /** Its parts if it has separators and fits no mask, else null. */
  parts: string[] | null
  /** For feeds that lose leading zeros, if there is no mask to pad to: the id, and its parts joined, without them. */
  withoutZeros: string[]
  losesLeadingZeros: boolean
}

const maskShape = /^[1-9]\d?(?:-[1-9]\d?)*\??$/

/**
 * Parses a county's mask: the lengths of the segments, '2-2-3-3-4', with '?' at the end if the last is optional.
 * '' means no mask. Throws a RangeError with a message for staff if the text is not a mask.
 */
export function parseMask(text: string): ParcelMask {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (!maskShape.test(trimmed)) {
    throw new RangeError('Write the mask as lengths joined by hyphens, such as 2-2-3-3-4.')
  }
  const lastOptional = trimmed.endsWith('?')
  const segments = trimmed.replace('?', '').split('-').map(Number)
  if (lastOptional && segments.length < 2) throw new RangeError('Only the last of several parts can be optional.')
  return { segments, lastOptional }
}

const stripLeadingZeros = (text: string) => text.replace(/^0+(?=.)/, '')
const separator = /[^A-Z0-9]+/
/** The runs of letters and digits of a parcel id, in upper case. */
export const splitParcel = (value: string): string[] =>
  fold(value)
    .split(separator)
    .filter((part) => part !== '')

type Mask = NonNullable<ParcelMask>
const sumLengths = (segments: number[]) => segments.reduce((sum, length) => sum + length, 0)
const requiredSegments = (mask: Mask) => mask.segments.slice(0, -1)

/** Parses a parcel id; null if it has no letter or digit. */
export function parseParcel(value: string, mask: ParcelMask, losesLeadingZeros: boolean): ParsedParcel | null {
  const parts = splitParcel(value)
  if (parts.length === 0) return null
  const whole = parts.join('')
  const padded = mask ? padToMask(parts, mask, losesLeadingZeros) : []
  if (padded.length > 0) return { paddedIds: padded, parts: null, withoutZeros: [], losesLeadingZeros }
  const withoutZeros = mask ? [] : [...new Set([stripLeadingZeros(whole), parts.map(stripLeadingZeros).join('')])]
  return { paddedIds: [whole], parts: parts.length > 1 ? parts : null, withoutZeros, losesLeadingZeros }
}

/** The id padded to the full mask, with zeros for an omitted optional last part; empty if it cannot fit. */
export function padToMask(parts: string[], mask: Mask, losesLeadingZeros: boolean): string[] {
  const full = sumLengths(mask.segments)
  if (parts.length > 1) {
    const fits =
      parts.length === mask.segments.length || (mask.lastOptional && parts.length === mask.segments.length - 1)
    if (!fits || parts.some((part, i) => part.length > (mask.segments[i] ?? 0))) return []
    return [
      parts
        .map((part, i) => part.padStart(mask.segments[i] ?? 0, '0'))
        .join('')
        .padEnd(full, '0'),
    ]
  }
  const [whole = ''] = parts
  const withoutLast = mask.lastOptional ? sumLengths(requiredSegments(mask)) : full
  const long = whole.length <= full && (whole.length > withoutLast || losesLeadingZeros || !mask.lastOptional)
  const short = mask.lastOptional && whole.length <= withoutLast
  const padded: string[] = []
  if (short) padded.push(whole.padStart(withoutLast, '0').padEnd(full, '0'))
  if (long) padded.push(whole.padStart(full, '0'))
  return padded
}

/** Whether two ids are the same parcel. */
export function isSameParcel(alert: ParsedParcel, record: ParsedParcel): boolean {
  const loses = record.losesLeadingZeros
  if (alert.parts && record.parts) {
    const parts = loses ? stripLeadingZeros : (part: string) => part
    return alert.parts.map(parts).join('-') === record.parts.map(parts).join('-')
  }
  if (alert.paddedIds.some((id) => record.paddedIds.includes(id))) return true
  // If one of the two has no separators, we know only of the zeros at the start of the id that they begin a part.
  return loses && alert.withoutZeros.length > 0 && alert.withoutZeros[0] === record.withoutZeros[0]
}

/** Keys of an alert's parcel; only records of feeds that lose leading zeros have `parcel0` keys (without them). */
export function alertParcelKeys({ paddedIds, withoutZeros }: ParsedParcel): string[] {
  return [...paddedIds.map((id) => `parcel:${id}`), ...withoutZeros.map((id) => `parcel0:${id}`)]
}

export function recordParcelKeys(parcel: ParsedParcel): string[] {
  return alertParcelKeys(parcel.losesLeadingZeros ? parcel : { ...parcel, withoutZeros: [] })
}

/** Why an alert in this county cannot use a parcel id, in plain words, or null if it can. */
export function parcelProblem(parcelId: string, mask: ParcelMask): string | null {
  const parts = splitParcel(parcelId)
  if (parts.length === 0) return 'Enter a parcel ID with letters or digits.'
  if (mangledParcelReason(parcelId))
    return 'A spreadsheet changed this parcel ID. Enter it the way the county writes it.'
  if (!mask || padToMask(parts, mask, false).length > 0) return null
  return `Enter the parcel ID in this form: ${toExample(mask)}.`
}

const writeZeros = (segments: number[]) => segments.map((length) => '0'.repeat(length)).join('-')

/** '00-00-000-000-0000', or both forms if the last part is optional. */
function toExample(mask: Mask): string {
  return mask.lastOptional
    ? `${writeZeros(requiredSegments(mask))} or ${writeZeros(mask.segments)}`
    : writeZeros(mask.segments)
}

const exponent = /^\s*\d(?:[.,]\d+)?E\+\d{1,3}\s*$/i
const sheetError = /^\s*#(?:N\/A|REF!|VALUE!|NAME\?|NUM!|DIV\/0!|NULL!|#+)?\s*$/i
const monthName = '(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)'
const sheetDate = new RegExp(String.raw`^\s*(?:\d{1,2}-${monthName}|${monthName}-\d{2})\s*$`, 'i')

/** How a spreadsheet mangled a parcel id beyond recovery, in plain words, or null if the value may be an id. */
export function mangledParcelReason(value: string): string | null {
  if (exponent.test(value)) return 'A spreadsheet rounded the parcel ID, so its last digits are lost.'
  if (sheetError.test(value)) return 'A spreadsheet wrote an error in place of the parcel ID.'
  if (sheetDate.test(value)) return 'A spreadsheet turned the parcel ID into a date.'
  if (splitParcel(value).length === 0) return 'The parcel ID has no letter or digit.'
  return null
}
