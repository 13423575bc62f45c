import { sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import { weeklyPriority } from '#shared/node/domain/notices/notice.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { preparedQuery } from '#shared/node/platform/database/prepared-query.ts'
import type { NoticeKind } from '#shared/node/platform/database/types/notices.ts'
import { possibleDuplicate } from './possible-duplicates.queries.ts'
import type { DatabaseAccess } from './prepared-pool.queries.ts'

/** A notice that this worker holds until its lease ends. Only the claim with this fence may record its outcome. */
export type ClaimedNotice = {
  id: number
  fence: number
  priority: number
  kind: NoticeKind
  channel: Channel
  /** When it became unknown whether the provider accepted it. */
  doubtSince: Date | null
  /** The first failed call that the provider may have accepted after all, if any. */
  perhapsTakenSince: Date | null
  /** By the database's clock. */
  claimedAt: Date
  /** The database's position at that time (shared/node/domain/restore). */
  position: number
}

/*
 * These statements find rows by arrays of ids and lateral lookups, not by joins: a join that was planned while the
 * tables were nearly empty may read an entire table for each row once they have grown.
 */

/**
 * Claims due notices, those for which a person waits first. If a worker died during a call, its notice is in doubt
 * since that call. While delivery is paused after a restore, it claims only messages requested since, such as reset
 * links.
 * @param owner the worker's number (claim-owner.ts); null if only leases protect these claims
 */
export async function claimNotices(
  database: DatabaseAccess,
  limit: number,
  leaseMs: number,
  owner: number | null = null,
): Promise<ClaimedNotice[]> {
  return preparedQuery(
    database,
    'delivery_claim',
    sql<ClaimedNotice>`
    with due as (
      select notice_id, fence, calling_at from delivery
      where next_attempt_at <= now() and (lease_until is null or lease_until < now())
        and priority <= (select case when exists (${openRestoreSql}) then 0 else ${sql.lit(weeklyPriority)} end)
        and notice_id > coalesce((${openRestoreSql}), 0)
      order by priority, next_attempt_at limit ${limit} for update skip locked),
    lost as (
      insert into notice_attempt (notice_id, attempt, called_at, ended_at, outcome, detail)
      select notice_id, fence, calling_at, now(), 'in_doubt', ${stoppedDuringCall} from due where calling_at is not null
      on conflict do nothing),
    doubted as (
      update notice n set state = 'in_doubt', possible_duplicate = ${possibleDuplicate('true')}
      where id = any(array(select notice_id from due where calling_at is not null)) and state in ('waiting', 'in_doubt')),
    taken as (
      update delivery d set fence = d.fence + 1, lease_until = now() + ${leaseMs} * interval '1 ms', calling_at = null,
        claim_owner = ${owner}::int, claim_fence = d.fence + 1,
        in_doubt_since = coalesce(d.calling_at, d.in_doubt_since)
      where d.notice_id = any(array(select notice_id from due))
      returning d.notice_id, d.fence, d.priority, d.in_doubt_since, d.perhaps_taken_since)
    select t.notice_id as id, t.fence, t.priority, n.kind, n.channel, t.in_doubt_since as "doubtSince",
      t.perhaps_taken_since as "perhapsTakenSince", now() as "claimedAt", (select position from database_mark) as position
    from taken t, lateral (select kind, channel from notice where id = t.notice_id offset 0) n
    order by t.priority, t.notice_id`,
  )
}

const openRestoreSql = sql`select last_notice_id from database_restore where released_at is null`

/** The detail of an attempt whose worker died before the answer. */
export const stoppedDuringCall = 'The worker stopped during the call.'

/** Releases claims whose calls have not started; any worker may claim them after `waitMs`. */
export async function releaseClaims(db: Db, claimed: { id: number; fence: number }[], waitMs = 0): Promise<void> {
  if (claimed.length === 0) return
  await sql`
    update delivery d set lease_until = null, next_attempt_at = greatest(d.next_attempt_at, now() + ${waitMs} * interval '1 ms')
    from unnest(${claimed.map((c) => c.id)}::bigint[], ${claimed.map((c) => c.fence)}::int[]) as c(id, fence)
    where d.notice_id = c.id and d.fence = c.fence and d.calling_at is null`.execute(db)
}
