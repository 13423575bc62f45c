import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the owner of a notice, as `n`, may answer it: its message was sent, is on its way, or could not be delivered.
 * A held notice waits for staff, and a canceled one was not wanted.
 */
export const isAnswerable: RawBuilder<boolean> = sql<boolean>`(
  n.accepted_at is not null or n.state in ('waiting', 'in_doubt', 'failed'))`
