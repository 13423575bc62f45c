import { splitParcelId } from './parcel.ts'

/**
 * Ranges written with a dash between spaces ('1-2-3 - 1-2-9') and the last part alone with its dash ('12-345-001 -003').
 * A dash also separates the parts of an id, so it counts only where both ends fit: they have the same parts but for
 * the last, which goes up.
 */
const dash = String.raw`[-\u2010-\u2015\u2212]`
const dashApart = new RegExp(String.raw`\s+${dash}\s+`, 'gu')
const lastPartAlone = new RegExp(String.raw`^(.*\d)\s+${dash}(\d+)\s*$`, 'su')
const shortId = new RegExp(String.raw`^${dash}\s?(\d+)$`, 'u')

/** The longest range whose ids are all listed. */
export const maxRangeIds = 200

/** Ids of one part may be the two parts of one id, unless they are as long as this. */
const leastSingleLength = 6

/** The two ends of a range with a dash; null if the text is no range. */
export function findDashRange(text: string): [from: string, to: string] | null {
  const [apart, ...others] = text.matchAll(dashApart)
  if (others.length > 0) return null
  if (apart) {
    const [from, to] = [text.slice(0, apart.index), text.slice(apart.index + apart[0].length)]
    return doEndsFit(splitParcelId(from, null), splitParcelId(to, null)) ? [from, to] : null
  }
  const [, from = '', digits = ''] = lastPartAlone.exec(text) ?? []
  const to = replaceLastPart(from, digits)
  // '12-345 -678' is rather one id.
  const count = Number(digits) - toNumber(splitParcelId(from, null).at(-1) ?? '') + 1
  return to !== null && count > 0 && count <= maxRangeIds ? [from, to] : null
}

/** The id that '-002' means after '12-345-001'; null if the text is no last part. */
export function toShortEnd(text: string, previous: string): string | null {
  const digits = shortId.exec(text)?.[1]
  return digits === undefined ? null : replaceLastPart(previous, digits)
}

/** The id with another last part of the same length; null if it has none. */
export function replaceLastPart(id: string, digits: string): string | null {
  const parts = splitParcelId(id, null)
  const last = parts.at(-1) ?? ''
  return parts.length > 1 && /^\d+$/.test(digits) && digits.length === last.length
    ? [...parts.slice(0, -1), digits].join('-')
    : null
}

function doEndsFit(from: string[], to: string[]): boolean {
  const [first = '', last = ''] = [from.at(-1), to.at(-1)]
  if (from.length === 0 || from.length !== to.length || !/\d$/.test(first) || !/\d$/.test(last)) return false
  if (from.length === 1) return first.length >= leastSingleLength && first.length === last.length && first <= last
  if (from.slice(0, -1).join('-') === to.slice(0, -1).join('-')) return toNumber(first) <= toNumber(last)
  // Ends that differ before their last part are two ids, as with THRU, if their parts are of the same lengths.
  return from.length > 2 && from.every((part, i) => part.length === to[i]?.length)
}

const toNumber = (part: string): number => Number(/\d+$/.exec(part)?.[0])
