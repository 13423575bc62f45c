import { type RawBuilder, sql } from 'kysely'
import type { SuppressionReason } from './db/types.ts'

type Recipient = {
  channel: RawBuilder<unknown>
  target: RawBuilder<unknown>
  userId: RawBuilder<unknown>
  recipientId: RawBuilder<unknown>
}

const standing = (row: Recipient) => sql`from suppression s
  where s.channel = ${row.channel} and s.target = lower(${row.target}) and s.lifted_at is null
    and ((s.owner_id is null and s.email_id is null) or s.owner_id = ${row.userId}
      or (s.email_id = ${row.recipientId} and s.channel = 'EMAIL'))`

/**
 * Whether an address or number must not be written to for an owner: for everybody (bounce, complaint, STOP), for
 * this owner, or for this one address without an owner. For use inside a statement.
 */
export const isSuppressed = (row: Recipient): RawBuilder<boolean> => sql<boolean>`exists (
  select ${standing(row)})`

/** Why: of several stops one that holds for everybody, the earliest first; null where there is none. */
export const suppressionReason = (row: Recipient): RawBuilder<SuppressionReason | null> => sql`(
  select s.reason ${standing(row)}
  order by (s.owner_id is null and s.email_id is null) desc, s.created_at, s.id limit 1)`
