import type { MatchGrade } from '#shared/contract/match.ts'
import {
  type AnswerCount,
  type MarkProposal,
  type NotMeCause,
  notMeCauses,
  type RarityBand,
  rarityBandNames,
} from '#shared/contract/not-me-cause.ts'

/** The marks for rare names that we compare, in expected records a year, ascending; today's is one of them. */
export const comparedMarks = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10] as const

/** Answers to matches that are alike in all that a mark depends on. */
export type AnswerRow = AnswerCount & {
  cause: NotMeCause
  band: RarityBand | null
  grade: MatchGrade | null
  /** How many of `comparedMarks` the more common name of the pair exceeds; null if no mark decides about the match. */
  pairStep: number | null
}

/** A group needs this many answers for a proposal. */
const minAnswers = 100
/** It must be about at least so many of them. */
const minMoved = 10
/** From this share of 'This is not about me' on, matches can wait for the weekly email. */
const mostlyStrangers = 0.5
/** Up to this share, they may be sent right away. */
const mostlyTheirs = 0.1

const markedCauses: ReadonlySet<NotMeCause> = new Set(['nickname', 'soundAlike', 'typingSlip', 'formerName'])

/**
 * What the answers suggest about the mark for rare names, for each cause and band with enough answers. Only a suggestion:
 * staff decide. Counted as if every alert collected possible matches.
 * @param rows answers that have a share: without those from before there were grades
 */
export function proposeMarks(rows: readonly AnswerRow[], todaysMark: number): MarkProposal[] {
  const bands = [...rarityBandNames, null]
  return notMeCauses.flatMap((cause) =>
    bands.flatMap((band) => {
      const group = rows.filter((row) => row.cause === cause && row.band === band && row.grade !== null)
      const total = addUp(group)
      return total.answers < minAnswers ? [] : [{ cause, band, ...total, ...proposeMark(cause, group, todaysMark) }]
    }),
  )
}

type Choice = { kind: 'lower' | 'collect' | 'raise'; mark: number; moved: AnswerCount } | { kind: 'keep' | 'noMark' }

function proposeMark(cause: NotMeCause, group: AnswerRow[], todaysMark: number): Choice {
  if (!markedCauses.has(cause)) return { kind: 'noMark' }
  return proposeLower(group, todaysMark) ?? proposeHigher(group, todaysMark) ?? { kind: 'keep' }
}

/** The mark that spares the most strangers' notices; of equal ones that nearest to today's. */
function proposeLower(group: AnswerRow[], todaysMark: number): Choice | null {
  const choices = comparedMarks.flatMap((mark, step) => {
    if (mark > todaysMark) return []
    const moved = addUp(
      group.filter(({ grade, pairStep }) => grade === 'LIKELY' && pairStep !== null && pairStep > step),
    )
    return moved.answers >= minMoved && moved.notMe >= mostlyStrangers * moved.answers ? [{ mark, moved }] : []
  })
  const best = choices.toSorted((a, b) => b.moved.notMe - a.moved.notMe || b.mark - a.mark)[0]
  return best ? { kind: best.mark === todaysMark ? 'collect' : 'lower', ...best } : null
}

/** The mark that brings the most matches right away; of equal ones that nearest to today's. */
function proposeHigher(group: AnswerRow[], todaysMark: number): Choice | null {
  const choices = comparedMarks.flatMap((mark, step) => {
    if (mark <= todaysMark) return []
    const moved = addUp(
      group.filter(({ grade, pairStep }) => grade === 'POSSIBLE' && pairStep !== null && pairStep <= step),
    )
    return moved.answers >= minMoved && moved.notMe <= mostlyTheirs * moved.answers ? [{ mark, moved }] : []
  })
  const best = choices.toSorted((a, b) => b.moved.answers - a.moved.answers || a.mark - b.mark)[0]
  return best ? { kind: 'raise', ...best } : null
}

const addUp = (rows: readonly AnswerCount[]): AnswerCount => ({
  answers: rows.reduce((sum, { answers }) => sum + answers, 0),
  notMe: rows.reduce((sum, { notMe }) => sum + notMe, 0),
})
