import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a call of notice `n` that is made now may be the second one that its reader gets: an earlier one was taken
 * and did not come back, or left without an answer, or may have been taken before it failed, or may have been made by the
 * database as it was before a restore. A notice says so only once such a call was made.
 * @param called SQL: whether it was called before; false saves a look at its attempts
 */
export const possibleDuplicate = (called: string): RawBuilder<boolean> => sql<boolean>`(
  n.possibly_twice or n.accepted_at is not null or n.maybe_sent_since is not null or ((${sql.raw(called)} or n.again_after is not null) and exists (
    select from notice_attempt a where a.notice_id = n.id and a.outcome in ('in_doubt', 'perhaps_taken')
      and a.attempt > case when n.earlier_state = 'failed' then n.again_after else 0 end)))`
