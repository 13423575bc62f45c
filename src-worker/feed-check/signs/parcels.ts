import { mangledParcelReason, type ParcelMask, parseParcel, recordParcelKeys } from '#shared/matching/parcel.ts'
import { fitsMask, splitParcels } from '#shared/matching/split-parcels.ts'
import { type Checked, type HeldRecord, type Sign, takeSamples } from './sign.ts'

/** Ids of which fewer are slips of the pen, not the feed's way of writing. */
const minIds = 3
/** Without a mask, ids show lost zeros only in large numbers, and only if they are long. */
const withoutMask = { minIds: 200, minLength: 8, minShort: 0.02, mostLengths: 3, minFull: 0.4 }
const digitsOnly = /^\d+$/

/** The feed's ids are shorter than the county's, all digits, and would be found if their lost zeros counted. */
export function detectLostZeros({ records, format, mask }: Checked): Sign | null {
  if (format.losesLeadingZeros) return null
  const ids = listIds(records, mask)
  const short = (mask ? ids.filter((id) => isShort(id, mask)) : findShortIds(ids)).filter((id) => !isFound(id, mask))
  if (short.length < minIds) return null
  return {
    kind: 'leadingZeros',
    change: { losesLeadingZeros: true },
    count: short.length,
    of: ids.length,
    samples: takeSamples(short),
  }
}

/** The feed's ids do not fit the county's mask. No setting of the feed mends it: the mask or the ids are wrong. */
export function detectMisfits({ records, format, mask }: Checked): Sign | null {
  if (!mask) return null
  const texts = listTexts(records)
  const misfits = texts.filter(
    (text) => !fitsMask(text, mask) && !(format.losesLeadingZeros && isShort(text.trim(), mask)),
  )
  return toSign('parcelMask', misfits, texts)
}

/** One text states several ids. They are read; staff see it, since such a text is easily cut off. */
export function detectSeveralParcels({ records, mask }: Checked): Sign | null {
  const texts = listTexts(records)
  return toSign(
    'severalParcels',
    texts.filter((text) => splitParcels(text, mask).ids.length > 1),
    texts,
  )
}

/** A range of ids was too long to list, so that only its ends are found. */
export function detectLongRanges({ records, mask }: Checked): Sign | null {
  const texts = listTexts(records)
  return toSign(
    'parcelRange',
    texts.filter((text) => splitParcels(text, mask).problem !== null),
    texts,
    1,
  )
}

function toSign(kind: Sign['kind'], found: string[], texts: string[], min = minIds): Sign | null {
  if (found.length < min) return null
  return { kind, change: null, count: found.length, of: texts.length, samples: takeSamples(found) }
}

/** The distinct parcel texts, without those that a spreadsheet mangled. */
function listTexts(records: readonly HeldRecord[]): string[] {
  const texts = new Set(records.flatMap(({ parcels }) => parcels))
  return [...texts].filter((text) => mangledParcelReason(text) === null)
}

const listIds = (records: readonly HeldRecord[], mask: ParcelMask): string[] => [
  ...new Set(listTexts(records).flatMap((text) => splitParcels(text, mask).ids.map((id) => id.trim()))),
]

/** Digits without separators, fewer than the mask has. */
function isShort(id: string, { segments }: NonNullable<ParcelMask>): boolean {
  return digitsOnly.test(id) && id.length < segments.reduce((sum, length) => sum + length, 0)
}

/** Whether lost zeros are made up for already, because the mask leaves only one way to pad the id. */
function isFound(id: string, mask: ParcelMask): boolean {
  const [before, after] = [false, true].map((loses) => {
    const parcel = parseParcel(id, mask, loses)
    return parcel ? recordParcelKeys(parcel).join(' ') : ''
  })
  return before === after
}

/**
 * Without a mask: ids of digits alone, most of one length, the others a little shorter, and none with a zero at its
 * start. Ids of such a length that keep their zeros have one now and then.
 */
function findShortIds(ids: string[]): string[] {
  const plain = ids.filter((id) => digitsOnly.test(id))
  const full = plain.reduce((longest, id) => Math.max(longest, id.length), 0)
  if (plain.length < withoutMask.minIds || plain.length < ids.length * clearlyPlain) return []
  if (full < withoutMask.minLength || plain.some((id) => id.startsWith('0'))) return []
  const short = plain.filter((id) => id.length < full)
  const isLost =
    plain.length - short.length >= withoutMask.minFull * plain.length &&
    short.length >= withoutMask.minShort * plain.length &&
    short.every((id) => id.length > full - withoutMask.mostLengths)
  return isLost ? short : []
}
const clearlyPlain = 0.9
