import { sql } from 'kysely'
import type { Db } from '#shared/node/platform/database/client.ts'
import { stoppedDuringCall } from './claim.queries.ts'
import { sinceFirstCallMs } from './schedule.queries.ts'

export type InDoubtNotice = {
  id: number
  template: string
  target: string
  /** Milliseconds since the call, by the database's clock, which all workers share. Null if it is no longer in doubt. */
  doubtMs: number | null
  /** The same since the first call that the provider may have accepted, whether it answered with a failure or not at all. */
  sinceMs: number | null
  /** Calls made on the present schedule, and milliseconds since the first of them. */
  calls: number
  sinceFirstMs: number
  /** Set for a notice that was decided after a restore, and perhaps, under another id, before it too. */
  documentId: string | null
}

export async function readInDoubt(db: Db, ids: number[]): Promise<Map<number, InDoubtNotice>> {
  const { rows } = await sql<InDoubtNotice>`
    select n.id, n.template, n.target, extract(epoch from now() - d.doubt_since)::float8 * 1000 as "doubtMs",
      extract(epoch from now() - least(d.doubt_since, d.perhaps_taken_since))::float8 * 1000 as "sinceMs",
      coalesce(d.calls, 0) as calls, coalesce(${sinceFirstCallMs('d.calls')}, 0) as "sinceFirstMs",
      case when n.maybe_sent_since is not null and exists (
          select from database_restore r where r.last_notice_id < n.id and r.backup_at <= n.maybe_sent_since)
        then (select document_id from event where id = n.event_id) end as "documentId"
    from notice n left join delivery d on d.notice_id = n.id where n.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Ends the doubt, so that a second call may be made; its outcome records that it was made. */
export async function clearInDoubt(db: Db, claimed: { id: number; fence: number }[]): Promise<void> {
  await sql`
    update delivery d set doubt_since = null
    from unnest(${claimed.map((c) => c.id)}::bigint[], ${claimed.map((c) => c.fence)}::int[]) as c(id, attempt)
    where d.notice_id = c.id and d.attempt = c.attempt`.execute(db)
}

/**
 * Records that the provider, asked long enough after the calls in doubt, has none of these messages: no call took one, so
 * that the next message is no possible duplicate of it. Calls of a worker that was taken for dead stay in doubt: if it was
 * only held up, such as a suspended machine, its request may still arrive. So do calls of later claims, which the provider
 * was not asked about.
 */
export async function recordNeverTaken(db: Db, claimed: { id: number; fence: number }[]): Promise<void> {
  await sql`
    update notice_attempt a set outcome = 'retry'
    from unnest(${claimed.map((c) => c.id)}::bigint[], ${claimed.map((c) => c.fence)}::int[]) as c(id, attempt)
      join notice n on n.id = c.id
    where a.notice_id = c.id and a.outcome = 'in_doubt' and a.attempt < c.attempt and a.attempt > coalesce(n.again_after, 0)
      and a.detail <> ${stoppedDuringCall}`.execute(db)
}
