import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a notice, as `n`, may be answered by its owner: its message was sent, is on its way, or could not be
 * delivered. A held notice waits for staff, and a canceled one was not wanted.
 */
export const isAnswerable: RawBuilder<boolean> = sql<boolean>`(
  n.accepted_at is not null or n.state in ('waiting', 'in_doubt', 'failed'))`
