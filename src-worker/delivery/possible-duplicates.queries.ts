import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: whether a call of notice `n` now may give its reader a second copy. An earlier call was accepted and has not
 * bounced, or got no answer, or may have been accepted before it failed, or may have been made before a restore of the
 * database.
 * @param called SQL: whether it may have been called before; false skips the look at its attempts
 */
export const possibleDuplicate = (called: string): RawBuilder<boolean> => sql<boolean>`(
  n.possible_duplicate or n.accepted_at is not null or n.maybe_sent_since is not null or ((${sql.raw(called)} or n.resent_after is not null) and exists (
    select from notice_attempt a where a.notice_id = n.id and a.outcome in ('in_doubt', 'perhaps_taken', 'accepted')
      and a.attempt > case when n.state_before_resend = 'failed' then n.resent_after else 0 end)))`
