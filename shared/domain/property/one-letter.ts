/** Shorter words meet only exactly or by their beginning: too many others are a letter away (decisions, section 14). */
export const minSlipLength = 5

/** The middle of a word, on one side of which a slip leaves it intact. */
export const findMiddle = (word: string): number => Math.floor(word.length / 2)

/** Whether two words differ by one letter: missing, added, another, or two neighbors swapped. Equal words do not. */
export function isOneLetterOff(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start += 1
  const [restOfOne, restOfOther] = [one.slice(start), other.slice(start)]
  if (one.length !== other.length)
    return one.length > other.length ? restOfOne.slice(1) === restOfOther : restOfOne === restOfOther.slice(1)
  return (
    restOfOne.slice(1) === restOfOther.slice(1) ||
    (restOfOne[0] === restOfOther[1] && restOfOne[1] === restOfOther[0] && restOfOne.slice(2) === restOfOther.slice(2))
  )
}
