import { doubleMetaphone } from 'double-metaphone'
import { distance } from 'fastest-levenshtein'

/** How many sounds are kept; names repeat, so that most look-ups hit. */
const maxCached = 20_000
const cachedCodes = new Map<string, string>()

/** The primary double-metaphone code of a normalised name, '' where it has none. */
export function phoneticCode(name: string): string {
  const known = cachedCodes.get(name)
  if (known !== undefined) return known
  const sound = doubleMetaphone(name)[0]
  if (cachedCodes.size >= maxCached) cachedCodes.clear()
  cachedCodes.set(name, sound)
  return sound
}

/** Equal, or equal in sound with an edit distance of 1, or 2 where both have six letters (decisions, section 6). */
export function soundsAlike(a: string, b: string): boolean {
  if (a === b) return true
  const sound = phoneticCode(a)
  if (sound === '' || sound !== phoneticCode(b)) return false
  return distance(a, b) <= (Math.min(a.length, b.length) >= 6 ? 2 : 1)
}
