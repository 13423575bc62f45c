import type { FindingEffect } from '#shared/contract/feed-finding.ts'
import { mangledParcelReason, type ParcelMask } from '#shared/matching/parcels/parcel.ts'
import { findParcelPieces, fitsMask, splitParcels } from '#shared/matching/public.ts'
import { type Checked, type HeldRecord, type Sign } from './sign.ts'
import { findWiderMask } from './wider-mask.ts'

/** With fewer such ids, they are typing errors, not the feed's way of writing. */
const minIds = 3
/** The least share of ids that are too short: every tenth at random lost a zero, and every hundredth two. */
const minShort = 0.01
/** Without a mask, ids show lost zeros only in large numbers, and only if they are long and nearly all alike. */
const withoutMask = { minIds: 200, minLength: 8, minPlain: 0.9, minFull: 0.4, maxLost: 2 }
/** Ids of too long ranges are counted up to this many in all. */
const maxCountedIds = 20_000
const digitsOnly = /^\d+$/

/** The feed's ids are all digits and shorter than the county's, as if zeros at their start were lost. */
export function detectLostZeros({ records, format, mask }: Checked): Sign | null {
  if (format.losesLeadingZeros) return null
  const ids = listIds(records, mask)
  const short = mask ? ids.filter((id) => isShort(id, mask)) : findShortIds(ids)
  if (short.length < Math.max(minIds, minShort * ids.length)) return null
  return { kind: 'leadingZeros', change: { losesLeadingZeros: true }, found: short, of: ids.length }
}

/** The feed's ids do not fit the county's mask. No setting of the feed corrects it: the mask or the ids are wrong. */
export function detectMisfits({ records, format, mask }: Checked): Sign | null {
  if (!mask) return null
  const texts = listTexts(records)
  const misfits = texts.filter(
    (text) => !fitsMask(text, mask) && !(format.losesLeadingZeros && isShort(text.trim(), mask)),
  )
  const sign = toSign('parcelMask', misfits, texts, 1)
  const wider = findWiderMask(misfits, mask)
  if (!sign || !wider) return sign
  return { ...sign, mask: wider.mask, effects: [{ measure: 'misfits', before: misfits.length, after: wider.misfits }] }
}

/** One text states several ids. They are read; staff see it, since such a text is easily cut off. */
export function detectSeveralParcels({ records, mask }: Checked): Sign | null {
  const texts = listTexts(records)
  const several = texts.filter((text) => splitParcels(text, mask).ids.length > 1)
  const sign = toSign('severalParcels', several, texts)
  const read = several.reduce((sum, text) => sum + countIds(text, mask).ids, 0)
  return sign && { ...sign, effects: [{ measure: 'ids', before: several.length, after: read }] }
}

/** A range of ids was too long to list, so that only its ends are found. */
export function detectLongRanges({ records, mask }: Checked): Sign | null {
  const texts = listTexts(records)
  const ranges = texts.filter((text) => splitParcels(text, mask).problem !== null)
  const sign = toSign('parcelRange', ranges, texts, 1)
  const effect = sign && compareRanges(ranges, mask)
  return effect ? { ...sign, effects: [effect] } : sign
}

/** The ids that are matched of these ranges, and all that they stand for; null if those are too many or unknown. */
function compareRanges(ranges: readonly string[], mask: ParcelMask): FindingEffect | null {
  let [before, after] = [0, 0]
  for (const text of ranges) {
    const all = countIds(text, mask, maxCountedIds - after)
    // The ends of a range may also differ before their last part.
    if (!all.isComplete) return null
    before += countIds(text, mask).ids
    after += all.ids
  }
  return { measure: 'ids', before, after }
}

/** How many ids a text of several states. The entire text, which is compared too, does not count. */
function countIds(text: string, mask: ParcelMask, maxIds?: number): { ids: number; isComplete: boolean } {
  const { pieces, problem } = findParcelPieces(text, mask, maxIds)
  return { ids: pieces.filter(({ id }) => id !== text).length, isComplete: problem === null }
}

function toSign(kind: Sign['kind'], found: string[], texts: string[], min = minIds): Sign | null {
  return found.length < min ? null : { kind, change: null, found, of: texts.length }
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

/**
 * Without a mask: ids of digits alone, most of one length, the others a little shorter, and none with a zero at its
 * start. Ids of such a length that keep their zeros have one now and then.
 */
function findShortIds(ids: string[]): string[] {
  const plain = ids.filter((id) => digitsOnly.test(id))
  const full = plain.reduce((longest, id) => Math.max(longest, id.length), 0)
  if (plain.length < withoutMask.minIds || plain.length < withoutMask.minPlain * ids.length) return []
  if (full < withoutMask.minLength || plain.some((id) => id.startsWith('0'))) return []
  const short = plain.filter((id) => id.length < full)
  const isLost =
    plain.length - short.length >= withoutMask.minFull * plain.length &&
    short.every((id) => id.length >= full - withoutMask.maxLost)
  return isLost ? short : []
}
