import { doubleMetaphone } from 'double-metaphone'
import { distance } from 'fastest-levenshtein'

/** Names repeat, so most lookups hit this many cached codes. */
const maxCached = 20_000
const cachedCodes = new Map<string, string>()

/** The primary double-metaphone code of a normalized name, or '' if it has none. */
export function phoneticCode(name: string): string {
  const known = cachedCodes.get(name)
  if (known !== undefined) return known
  const sound = doubleMetaphone(name)[0]
  if (cachedCodes.size >= maxCached) cachedCodes.clear()
  cachedCodes.set(name, sound)
  return sound
}

/** Equal, or the same phonetic code and an edit distance of 1, or 2 if both have six letters. */
export function soundsAlike(a: string, b: string): boolean {
  if (a === b) return true
  const sound = phoneticCode(a)
  if (sound === '' || sound !== phoneticCode(b)) return false
  return distance(a, b) <= (Math.min(a.length, b.length) >= 6 ? 2 : 1)
}
