/**
 * The third of each set that we do not look at while we write the rule: every third row, counted from 1. For two files
 * of people and their copies, it is every third row of the first.
 */
export const isHeldOut = (row: number): boolean => row % 3 === 0

/** The rows of that third. */
export const takeHeldOut = <T>(rows: readonly T[]): T[] => rows.filter((_, i) => isHeldOut(i + 1))

/**
 * Rows to search, and others whose people to search for: the third held out and the rest; or, while that third is not
 * looked at, one half of the rest and the other.
 */
export function splitParts<T>(rows: readonly T[], isHeldOutOnly: boolean): { records: T[]; people: T[] } {
  const rest = rows.filter((_, i) => !isHeldOut(i + 1))
  if (isHeldOutOnly) return { records: takeHeldOut(rows), people: rest }
  return { records: rest.filter((_, i) => i % 2 === 0), people: rest.filter((_, i) => i % 2 === 1) }
}
