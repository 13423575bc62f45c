import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

/** An address of an owner, or of none. */
type OwnAddress = { userId: number | null; target: string }

/** Unsubscribes an address from its owner's weekly email alone. @returns false if it already was */
export async function unsubscribeWeekly(tx: Tx, { userId, target }: OwnAddress): Promise<boolean> {
  const { rows } = await sql`
    insert into weekly_unsubscribe (owner_id, target) values (${userId ?? 0}, lower(${target}))
    on conflict do nothing returning target`.execute(tx)
  return rows.length > 0
}

/** @returns false if it was not unsubscribed */
export async function resubscribeWeekly(tx: Tx, { userId, target }: OwnAddress): Promise<boolean> {
  const { rows } = await sql`
    delete from weekly_unsubscribe where owner_id = ${userId ?? 0} and target = lower(${target})
    returning target`.execute(tx)
  return rows.length > 0
}

/** SQL: whether the address of a notice, as `n`, was unsubscribed from the weekly email. */
export const isWeeklyUnsubscribed: RawBuilder<boolean> = sql<boolean>`exists (
  select from weekly_unsubscribe w where w.owner_id = coalesce(n.user_id, 0) and w.target = lower(n.target))`

/** The addresses that a user unsubscribed from the weekly email, as they are written now. */
export async function listWeeklyUnsubscribes(db: Db | Tx, userId: number): Promise<string[]> {
  const { rows } = await sql<{ target: string }>`
    select coalesce((
      select e.address from email_address e where e.owner_id = w.owner_id and e.address_key = w.target), w.target) as target
    from weekly_unsubscribe w where w.owner_id = ${userId} order by w.target`.execute(db)
  return rows.map(({ target }) => target)
}
