import { doubleMetaphone } from 'double-metaphone'
import { distance } from 'fastest-levenshtein'

/** How many sounds are kept; names repeat, so that most look-ups hit. */
const maxKept = 20_000
const kept = new Map<string, string>()

/** The primary double-metaphone code of a normalised name, '' where it has none. */
export function soundOf(name: string): string {
  const known = kept.get(name)
  if (known !== undefined) return known
  const sound = doubleMetaphone(name)[0]
  if (kept.size >= maxKept) kept.clear()
  kept.set(name, sound)
  return sound
}

/** Equal, or equal in sound with an edit distance of 1, or 2 where both have six letters (decisions, section 6). */
export function soundAlike(a: string, b: string): boolean {
  if (a === b) return true
  const sound = soundOf(a)
  if (sound === '' || sound !== soundOf(b)) return false
  return distance(a, b) <= (Math.min(a.length, b.length) >= 6 ? 2 : 1)
}
