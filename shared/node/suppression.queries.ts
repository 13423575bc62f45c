import { type RawBuilder, sql } from 'kysely'

/**
 * Whether an address or number must not be written to for an owner: for everybody (bounce, complaint, STOP), for
 * this owner, or for this one address without an owner. For use inside a statement.
 */
export const isSuppressed = (row: {
  channel: RawBuilder<unknown>
  target: RawBuilder<unknown>
  userId: RawBuilder<unknown>
  recipientId: RawBuilder<unknown>
}): RawBuilder<boolean> => sql<boolean>`exists (
  select from suppression s
  where s.channel = ${row.channel} and s.target = lower(${row.target}) and s.lifted_at is null
    and ((s.owner_id is null and s.email_id is null) or s.owner_id = ${row.userId}
      or (s.email_id = ${row.recipientId} and s.channel = 'EMAIL')))`
