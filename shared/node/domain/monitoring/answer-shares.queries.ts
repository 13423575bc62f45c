import { sql } from 'kysely'
import type { MatchGrade } from '#shared/contract/match.ts'
import {
  type AnswerCount,
  type AnswerGroup,
  type AnswerShares,
  type NotMeCause,
  notMeCauses,
  type RarityBand,
  rarityBandNames,
  rarityBands,
} from '#shared/contract/not-me-cause.ts'
import { type AnswerRow, comparedMarks, proposeMarks } from '#shared/domain/monitoring/mark-proposals.ts'
import { rarePerYear } from '#shared/matching/public.ts'
import type { Db } from '../../platform/database/client.ts'

const isCause = (cause: string): cause is NotMeCause => notMeCauses.some((known) => known === cause)

type CountRow = {
  cause: NotMeCause
  grade: MatchGrade | null
  band: RarityBand | null
  pairStep: number | null
  days30: AnswerCount
  days365: AnswerCount
}

/**
 * Which answers to matches were 'This is not about me', of the last 30 and 365 days, by cause, grade and how common the
 * alert's name is; and what they suggest about the mark for rare names. Without names.
 */
export async function readAnswerShares(db: Db, now: Date): Promise<AnswerShares> {
  const rows = await readCounts(db, now)
  const year: AnswerRow[] = rows.map(({ cause, grade, band, pairStep, days365 }) => ({
    cause,
    grade,
    band,
    pairStep,
    ...days365,
  }))
  return { groups: toGroups(rows), proposals: proposeMarks(year, rarePerYear), todaysMark: rarePerYear }
}

const finiteBands = rarityBandNames.map((band) => rarityBands[band]).filter(Number.isFinite)

/** How many of these limits a column exceeds; null for null. */
const countExceeded = (column: string, limits: readonly number[]) => sql<number | null>`(
  select count(*) filter (where ${sql.ref(column)} > l.mark) from unnest(${limits}::float8[]) l (mark)
  having ${sql.ref(column)} is not null)::integer`

async function readCounts(db: Db, now: Date): Promise<CountRow[]> {
  type Row = Omit<CountRow, 'cause' | 'band'> & { cause: string; band: number | null }
  // From before there were grades, only 'not about me' has a cause.
  const { rows } = await sql<Row>`
    with answered as (
      select cause, grade, answer, answered_at > ${now}::timestamptz - interval '30 days' as recent,
        ${countExceeded('expected_records', finiteBands)} as band,
        ${countExceeded('expected_records_of_pair', comparedMarks)} as pair_step
      from notice_answer
      where answer in ('expected', 'not-me', 'wrong') and answered_at > ${now}::timestamptz - interval '365 days'
        and (grade is not null or answer = 'not-me'))
    select cause, grade, band, pair_step as "pairStep",
      json_build_object('answers', count(*) filter (where recent),
        'notMe', count(*) filter (where recent and answer = 'not-me')) as days30,
      json_build_object('answers', count(*), 'notMe', count(*) filter (where answer = 'not-me')) as days365
    from answered group by cause, grade, band, pair_step`.execute(db)
  return rows.map(({ cause, band, ...row }) => ({
    ...row,
    cause: isCause(cause) ? cause : 'unknown',
    band: band === null ? null : (rarityBandNames[band] ?? null),
  }))
}

const grades = ['CERTAIN', 'LIKELY', 'POSSIBLE', null] as const

/** In the order of the causes, the grades and the bands. */
function toGroups(rows: readonly CountRow[]): AnswerGroup[] {
  return notMeCauses.flatMap((cause) =>
    grades.flatMap((grade) =>
      [...rarityBandNames, null].flatMap((band) => {
        const own = rows.filter((row) => row.cause === cause && row.grade === grade && row.band === band)
        return own.length === 0
          ? []
          : [{ cause, grade, band, days30: addUp(own, 'days30'), days365: addUp(own, 'days365') }]
      }),
    ),
  )
}

const addUp = (rows: readonly CountRow[], days: 'days30' | 'days365'): AnswerCount => ({
  answers: rows.reduce((sum, row) => sum + row[days].answers, 0),
  notMe: rows.reduce((sum, row) => sum + row[days].notMe, 0),
})
