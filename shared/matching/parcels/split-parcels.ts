import { fold } from '../text/fold.ts'
import { findDashRange, maxRangeIds, replaceLastPart, toShortEnd } from './dash-ranges.ts'
import { mangledParcelReason, padToMask, type ParcelMask, splitParcel, splitParcelId } from './parcel.ts'

/**
 * Several parcel ids in one text: 'A, B', 'A; B', 'A & B', and 'A THRU B'; without a mask also 'A - B' and, with the last
 * part alone, 'A -002' and 'A/-002'. A piece is an id of its own only if it is complete: it fits the county's mask or,
 * without a mask, has a digit and as many parts as the first piece. `problem` is set if a range was not listed, because
 * it has more than `maxRangeIds` ids or its ends differ before their last part; then only its ends are ids.
 */
export type SplitParcels = { ids: string[]; problem: null | 'rangeTooLong' }

/** One id of a text, and where the text states it (UTF-16 offsets, half-open): for a range, the whole range. */
export type ParcelPiece = { id: string; start: number; end: number }

export { maxRangeIds }

const separators = /[,;&\n]|(?<=\s)AND(?=\s)/gi
const rangeWord = /\s+(?:THRU|THROUGH|TO)\s+/i
/** Whether a text that states an id states a range of them. */
export const isParcelRange = (text: string): boolean => rangeWord.test(text) || findDashRange(text) !== null
const maybeSeveral = /[,;&\n]|\s(?:AND|THRU|THROUGH|TO)\s/i
/** Dashes that may separate ids or the ends of a range. */
const maybeDashed = /[\s/][-\u2010-\u2015\u2212][\s\d]/
const startsWithDash = /^[-\u2010-\u2015\u2212]/
/** Before the last part alone: '12-345-001/-002'. */
const separatorsBeforePart = /[,;&\n]|(?<=\s)AND(?=\s)|\/(?=\s*[-\u2010-\u2015\u2212]\d+\s*(?:$|[,;&/]))/gi
/** A number with commas between its thousands is one id. */
const groupedNumber = /^\s*\d{1,3}(?:,\d{3})+\s*$/

/** The ids that a text states, in order; the text itself if it is one id. */
export function splitParcels(raw: string, mask: ParcelMask): SplitParcels {
  const { pieces, problem } = findParcelPieces(raw, mask)
  return { ids: pieces.map(({ id }) => id), problem }
}

/** Whether every id in the text fits the county's mask, without one whether it has a letter or digit. */
export function fitsMask(raw: string, mask: ParcelMask): boolean {
  return splitParcels(raw, mask).ids.every(
    (id) => splitParcel(id).length > 0 && (mask === null || padToMask(splitParcelId(id, mask), mask, false).length > 0),
  )
}

/** Why staff are notified of a text that is matched only in part, in plain words, or null if all its ids are read. */
export function partlyReadParcelReason(raw: string): string | null {
  return splitParcels(raw, null).problem === null
    ? null
    : `We could not list every parcel in this range, so we match only its first and last. A range can have up to ${maxRangeIds} parcels that differ in their last part.`
}

/**
 * As `splitParcels`, with the place of each id in the text.
 * @param maxIds how many ids the ranges of the text may list
 */
export function findParcelPieces(
  raw: string,
  mask: ParcelMask,
  maxIds = maxRangeIds,
): { pieces: ParcelPiece[]; problem: SplitParcels['problem'] } {
  const whole: ParcelPiece = { id: raw, start: 0, end: raw.length }
  const isDashed = mask === null && maybeDashed.test(raw)
  if (!(isDashed || maybeSeveral.test(raw)) || groupedNumber.test(raw)) return { pieces: [whole], problem: null }
  const ends = isDashed ? listDashedEnds(raw) : listEnds(cutAtSeparators(raw, separators))
  const first = ends[0]?.ids[0] ?? ''
  const isId = (id: string) => mangledParcelReason(id) === null && isComplete(id, first, mask)
  const complete = ends.filter(({ ids }) => ids.every(isId))
  // Without a mask we cannot tell an id from a remark otherwise, so one incomplete piece makes the text one id.
  if (complete.length === 0 || (mask === null && complete.length < ends.length)) {
    return { pieces: [whole], problem: null }
  }
  let problem: SplitParcels['problem'] = null
  const pieces: ParcelPiece[] = []
  for (const { piece, ids } of complete) {
    const [from = '', to] = ids
    const listed = to === undefined ? [from] : listRange(from, to, mask, maxIds - pieces.length)
    if (!listed) problem = 'rangeTooLong'
    for (const id of new Set(listed ?? ids)) pieces.push({ ...piece, id })
  }
  // An id that fits no mask is still compared as written, and counted.
  return { pieces: complete.length < ends.length ? [...pieces, whole] : pieces, problem }
}

/** A stated id, or the two ends of a stated range. */
type Stated = { piece: ParcelPiece; ids: string[] }

const listEnds = (pieces: ParcelPiece[]): Stated[] => pieces.map((piece) => ({ piece, ids: toRangeEnds(piece.id) }))

function listDashedEnds(raw: string): Stated[] {
  let previous = ''
  return cutAtSeparators(raw, separatorsBeforePart).map((piece) => {
    // A last part that fits no id before it makes the text one id.
    const ids = startsWithDash.test(piece.id)
      ? [toShortEnd(piece.id, previous) ?? '']
      : (findDashRange(piece.id) ?? toRangeEnds(piece.id))
    previous = ids.at(-1) ?? ''
    return { piece, ids }
  })
}

function cutAtSeparators(raw: string, pattern: RegExp): ParcelPiece[] {
  const pieces: ParcelPiece[] = []
  const push = (from: number, to: number) => {
    const text = raw.slice(from, to)
    const id = text.trim()
    const start = from + text.indexOf(id)
    if (/[\p{L}\p{N}]/u.test(id)) pieces.push({ id, start, end: start + id.length })
  }
  let from = 0
  for (const { index, 0: separator } of raw.matchAll(pattern)) {
    push(from, index)
    from = index + separator.length
  }
  push(from, raw.length)
  return pieces
}

/** The two ends of 'A THRU B', or the text alone. 'THRU 5' after more parts replaces the last part of B. */
function toRangeEnds(text: string): string[] {
  const found = rangeWord.exec(text)
  if (!found) return [text]
  const from = text.slice(0, found.index)
  const to = text.slice(found.index + found[0].length)
  return [from, replaceLastPart(from, fold(to).trim()) ?? to]
}

function isComplete(id: string, first: string, mask: ParcelMask): boolean {
  const parts = splitParcelId(id, mask)
  if (parts.length === 0) return false
  if (!mask) return parts.length === splitParcelId(first, null).length && /\d/.test(id)
  if (padToMask(parts, mask, false).length === 0) return false
  if (parts.length > 1 || mask.segments.length === 1) return true
  // Without separators only zeros at the start can be missing: '046' after a full id is no id of its own.
  const required = mask.lastOptional ? mask.segments.slice(0, -1) : mask.segments
  return parts.join('').length > required.slice(1).reduce((sum, length) => sum + length, 0)
}

/** Every id from one end to the other, or null if they differ before their last part or are too many. */
function listRange(from: string, to: string, mask: ParcelMask, max: number): string[] | null {
  const [start, end] = [toRangeParts(from, mask), toRangeParts(to, mask)]
  const [head, other] = [start.slice(0, -1), end.slice(0, -1)]
  if (start.length !== end.length || head.join('-') !== other.join('-')) return null
  const first = splitCounter(start.at(-1) ?? '')
  const last = splitCounter(end.at(-1) ?? '')
  if (!first || !last || first.prefix !== last.prefix) return null
  const count = Number(last.digits) - Number(first.digits) + 1
  if (count < 1 || count > max) return null
  return Array.from({ length: count }, (_, i) => {
    const number = String(Number(first.digits) + i).padStart(first.digits.length, '0')
    return [...head, first.prefix + number].join('-')
  })
}

/** The parts of an id, cut by the mask if it has no separators; without an optional last part of zeros. */
function toRangeParts(id: string, mask: ParcelMask): string[] {
  const parts = splitParcelId(id, mask)
  const [padded] = mask ? padToMask(parts, mask, false) : []
  if (!mask || padded === undefined) return parts
  let from = 0
  const cut = mask.segments.map((length) => padded.slice(from, (from += length)))
  return mask.lastOptional && /^0+$/.test(cut.at(-1) ?? '') ? cut.slice(0, -1) : cut
}

/** The digits at the end of a part, as many as count exactly, and the text before them. */
function splitCounter(part: string): { prefix: string; digits: string } | null {
  const digits = /\d{1,9}$/.exec(part)?.[0]
  return digits === undefined ? null : { prefix: part.slice(0, -digits.length), digits }
}
