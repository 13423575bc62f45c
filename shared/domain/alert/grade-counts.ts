import type { GradeCounts } from '#shared/contract/alert-view.ts'
import { gradeOf, type Match } from '#shared/contract/match.ts'

type Graded = { match: Pick<Match, 'grade' | 'variant'> }

/** Whether a match is notified right away, not in the weekly email. */
export const isRightAway = ({ match }: Graded): boolean => gradeOf(match) !== 'POSSIBLE'

export function countGrades(records: readonly Graded[]): GradeCounts {
  const counts: GradeCounts = { CERTAIN: 0, LIKELY: 0, POSSIBLE: 0 }
  for (const { match } of records) counts[gradeOf(match)] += 1
  return counts
}
