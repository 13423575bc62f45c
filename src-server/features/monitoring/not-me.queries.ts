import { sql } from 'kysely'
import { type NotMeCause, notMeCauses, type NotMeCount } from '#shared/contract/not-me-cause.ts'
import type { Db } from '#shared/node/platform/database/client.ts'

const isCause = (cause: string): cause is NotMeCause => notMeCauses.some((known) => known === cause)

/** 'This is not about me' answers of the last 30 and 365 days by cause, in the order of the causes; without names. */
export async function countNotMe(db: Db, now: Date): Promise<NotMeCount[]> {
  const { rows } = await sql<{ cause: string; days30: number; days365: number }>`
    select cause, (count(*) filter (where answered_at > ${now}::timestamptz - interval '30 days'))::integer as days30,
      count(*)::integer as days365
    from notice_answer where answer = 'not-me' and answered_at > ${now}::timestamptz - interval '365 days'
    group by cause`.execute(db)
  const known = rows.map(({ cause, ...counts }) => ({ cause: isCause(cause) ? cause : 'unknown', ...counts }))
  return notMeCauses.flatMap((cause) => {
    const counts = known.filter((row) => row.cause === cause)
    if (counts.length === 0) return []
    const sum = (days: 'days30' | 'days365') => counts.reduce((all, row) => all + row[days], 0)
    return [{ cause, days30: sum('days30'), days365: sum('days365') }]
  })
}
