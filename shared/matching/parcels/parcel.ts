import { fold } from '../text/fold.ts'

/** The county's parcel mask: the lengths of its segments ('2-2-3-3-4'), or null if none is set. */
export type ParcelMask = { segments: number[]; lastOptional: boolean } | null

/**
 * A parcel id: letters and digits in upper case. With a county mask it is padded. Without one, the leading zeros of each
 * part, a `.0` or `.00` at the end and words next to the id do not count; ids that both have separators are compared part
 * by part. No prefix matching.
 */
export type ParsedParcel = {
  /**
   * The id without separators, with its zeros: padded in each way the mask allows, else as written. Rolls keep the first.
   */
  paddedIds: string[]
  /** Its parts as written if it has separators and fits no mask, else null. */
  parts: string[] | null
  /** Each way in which it is compared. */
  readings: ParcelReading[]
}

/** `parts` is set if the id has separators that count. */
type ParcelReading = { id: string; parts: string[] | null }

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

const labels: ReadonlySet<string> = new Set(['APN', 'PIN'])
/** PT and (PART) say that only a part of the parcel is meant. */
const wordsNextToId: ReadonlySet<string> = new Set([...labels, 'PT', 'PART'])

/** The parts of an id without the words next to it: APN, PIN and, without a mask, PT and (PART). */
export function splitParcelId(value: string, mask: ParcelMask): string[] {
  const parts = splitParcel(value)
  const words = mask ? labels : wordsNextToId
  let [from, to] = [0, parts.length]
  while (from < to && (words.has(parts[from] ?? '') || (from > 0 && parts[from] === 'OF'))) from++
  while (to > from && words.has(parts[to - 1] ?? '')) to--
  const kept = parts.slice(from, to)
  return kept.some((part) => /\d/.test(part)) ? kept : parts
}

/** Parses a parcel id; null if it has no letter or digit. */
export function parseParcel(value: string, mask: ParcelMask, losesLeadingZeros: boolean): ParsedParcel | null {
  const written = splitParcel(value)
  if (written.length === 0) return null
  const parts = splitParcelId(value, mask)
  const padded = mask ? padToMask(parts, mask, losesLeadingZeros) : []
  if (padded.length > 0) return { paddedIds: padded, parts: null, readings: padded.map((id) => ({ id, parts: null })) }
  return {
    paddedIds: [...new Set([parts.join(''), written.join('')])],
    parts: parts.length > 1 ? parts : null,
    readings: mask ? [toReading(parts, (part) => part)] : readWithoutMask(value, parts),
  }
}

const toReading = (parts: string[], clean: (part: string) => string): ParcelReading => ({
  id: clean(parts.join('')),
  parts: parts.length > 1 ? parts.map(clean) : null,
})

/** `.0` or `.00` at the end of an id, before the words next to it: a table of numbers adds it. */
const decimals = /\.0{1,2}(?:[^A-Z0-9]+(?:APN|PIN|PT|PART))*[^A-Z0-9]*$/

/** The id without `.00`; '007 00 0 125.00', where it may be a part of its own, also with it. */
function readWithoutMask(value: string, parts: string[]): ParcelReading[] {
  if (parts.length < 2 || !decimals.test(fold(value))) return [toReading(parts, stripLeadingZeros)]
  const shorter = toReading(parts.slice(0, -1), stripLeadingZeros)
  return shorter.parts ? [toReading(parts, stripLeadingZeros), shorter] : [shorter]
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

/** Whether two ids are the same parcel: part by part if both have separators. */
export function isSameParcel(alert: ParsedParcel, record: ParsedParcel): boolean {
  return alert.readings.some((a) =>
    record.readings.some((b) => (a.parts && b.parts ? a.parts.join('-') === b.parts.join('-') : a.id === b.id)),
  )
}

/** The keys by which alerts and records of a parcel meet. */
export function parcelKeys({ readings }: ParsedParcel): string[] {
  const ids = readings.flatMap(({ id, parts }) => (parts ? [id, parts.join('')] : [id]))
  return [...new Set(ids)].map((id) => `parcel:${id}`)
}

/** Why an alert in this county cannot use a parcel id, in plain words, or null if it can. */
export function parcelProblem(parcelId: string, mask: ParcelMask): string | null {
  const parts = splitParcelId(parcelId, mask)
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
