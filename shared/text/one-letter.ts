/** Shorter words match only exactly or by their beginning: too many other words are one letter away. */
export const minSlipLength = 5

/** The two halves of a word: a slip leaves one of them intact. */
export const findMiddle = (word: string): number => Math.floor(word.length / 2)

/**
 * Whether two words differ by one letter: missing, added, replaced, or swapped with its neighbor. False for equal
 * words.
 */
export function isOneLetterOff(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start += 1
  if (one.length > other.length) return one.slice(start + 1) === other.slice(start)
  if (one.length < other.length) return one.slice(start) === other.slice(start + 1)
  if (one.slice(start + 1) === other.slice(start + 1)) return true
  const isSwapped = one[start] === other[start + 1] && one[start + 1] === other[start]
  return isSwapped && one.slice(start + 2) === other.slice(start + 2)
}
