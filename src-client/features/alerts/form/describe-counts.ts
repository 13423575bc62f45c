import type { TFunction } from 'i18next'
import type { GradeCounts } from '#shared/contract/alert-view.ts'
import { matchGrades, type MatchGrade } from '#shared/contract/match.ts'

/** '1 likely, 4 possible'; '' for no records. */
export const describeGrades = (
  counts: GradeCounts,
  t: TFunction,
  grades: readonly MatchGrade[] = matchGrades,
): string =>
  grades
    .filter((grade) => counts[grade] > 0)
    .map((grade) => t(`alert.counted.${grade}`, { count: counts[grade] }))
    .join(', ')

/** What an option adds: 'adds 1 likely, 4 possible'. Certain ones alone are simply records. */
export function describeAdded(counts: GradeCounts, t: TFunction): string {
  const { CERTAIN, LIKELY, POSSIBLE } = counts
  return LIKELY + POSSIBLE === 0
    ? t('alert.adds', { count: CERTAIN })
    : t('alert.addsGrades', { counts: describeGrades(counts, t) })
}
