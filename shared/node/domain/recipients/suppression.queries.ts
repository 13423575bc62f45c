import { type RawBuilder, sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import type { SuppressionReason } from '#shared/domain/recipient/suppression-reasons.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import type { SuppressionScope } from '#shared/node/platform/database/types/recipients.ts'

// All statements that read or write suppressions. Whether one keeps a message from a recipient is decided in
// deliverable.queries.ts.

/** An owner of an address; without an account, a single recipient that the legacy migration brought. */
export type SuppressedOwner = { userId: number | null; recipientId: number | null }

export type NewSuppression = {
  channel: Channel
  /** An email address, or E.164. */
  target: string
  reason: 'bounce' | 'complaint' | 'stop'
  scope: SuppressionScope
  /** The owner whose messages are suppressed; absent for every owner's. */
  owner?: SuppressedOwner | undefined
  detail: string
  /** When the provider learned of it: a suppression that was lifted after that stays lifted. */
  at: Date
}

/** SQL: a number that grows with how much a suppression covers. */
const width = (scope: string) =>
  sql`array_position(array['requests', 'alerts', 'messages', 'everything'], ${sql.raw(scope)})`

/**
 * Suppresses an address or number for every owner, or one. Replaces an existing suppression that covers less.
 * @returns whether more is suppressed than before
 */
export async function storeSuppression(
  tx: Tx,
  { channel, target, reason, scope, owner, detail, at }: NewSuppression,
): Promise<boolean> {
  const { ownerId, emailId } = toKey(channel, owner)
  const { rows } = await sql`
    with made as (select ${scope}::text as scope, ${ownerId}::bigint as owner_id, ${emailId}::bigint as email_id)
    insert into suppression (channel, target, owner_id, email_id, reason, scope, detail, created_at)
    select ${channel}, lower(${target}), made.owner_id, made.email_id, ${reason}, made.scope, ${detail}, ${at} from made
    where not exists (
      select from suppression s where s.channel = ${channel} and s.target = lower(${target})
        and s.owner_id is not distinct from made.owner_id and s.email_id is not distinct from made.email_id
        and s.lifted_at >= ${at} and ${width('s.scope')} >= ${width('made.scope')})
    -- One owner needs no row while a suppression for all owners applies.
    and (made.owner_id is null and made.email_id is null or not exists (
      select from suppression s where s.channel = ${channel} and s.target = lower(${target}) and s.lifted_at is null
        and s.owner_id is null and s.email_id is null and ${width('s.scope')} >= ${width('made.scope')}))
    on conflict (channel, target, coalesce(owner_id, 0), coalesce(email_id, 0)) where lifted_at is null
      do update set reason = excluded.reason, scope = excluded.scope, detail = excluded.detail,
        created_at = excluded.created_at, seen_at = null
      where ${width('excluded.scope')} > ${width('suppression.scope')}
    returning id`.execute(tx)
  return rows.length > 0
}

/** The owner's columns in the table. */
const toKey = (channel: Channel, owner: SuppressedOwner | undefined) => ({
  ownerId: owner?.userId ?? null,
  emailId: owner?.userId === null && channel === 'EMAIL' ? owner.recipientId : null,
})

/**
 * Whether the messages of another owner to an address were marked as spam, and that suppression still applies. Only one
 * worker at a time applies complaints.
 */
export async function hasComplaintOfAnother(
  tx: Tx,
  { channel, target, owner }: Pick<NewSuppression, 'channel' | 'target'> & { owner: SuppressedOwner },
): Promise<boolean> {
  const { ownerId, emailId } = toKey(channel, owner)
  const { rows } = await sql`
    select from suppression s where s.channel = ${channel} and s.target = lower(${target}) and s.lifted_at is null
      and s.reason = 'complaint' and s.scope <> 'requests'
      and (s.owner_id, s.email_id) is distinct from (${ownerId}::bigint, ${emailId}::bigint) limit 1`.execute(tx)
  return rows.length > 0
}

/** Lifts a STOP from before `at`. @returns whether there was one */
export async function liftNumberSuppression(tx: Tx, number: string, at: Date): Promise<boolean> {
  const lifted = await tx
    .updateTable('suppression')
    .set({ lifted_at: at })
    .where('channel', '=', 'PHONE')
    .where('target', '=', number)
    .where('reason', '=', 'stop')
    .where('lifted_at', 'is', null)
    .where('created_at', '<=', at)
    .executeTakeFirst()
  return lifted.numUpdatedRows > 0n
}

/** An address of an owner; without an owner, only that recipient. */
type OwnAddress = { channel: Channel; target: string; userId: number | null; recipientId: number | null }

/** Unsubscribes an address from every alert of its owner. @returns false if it already was */
export async function unsubscribeAddress(
  tx: Tx,
  { channel, target, userId, recipientId }: OwnAddress,
): Promise<boolean> {
  const { rows } = await sql`
    insert into suppression (channel, target, owner_id, email_id, reason)
    select ${channel}, lower(${target}), ${userId},
      ${userId === null && channel === 'EMAIL' ? recipientId : null}::bigint, 'unsubscribe'
    on conflict (channel, target, coalesce(owner_id, 0), coalesce(email_id, 0)) where lifted_at is null do nothing
    returning id`.execute(tx)
  return rows.length > 0
}

type OwnAddressSql = Record<keyof OwnAddress, RawBuilder<unknown>>

/** SQL: whether the suppression `s` is its owner's unsubscribe of an address, and still applies. */
const isUnsubscribe = ({ channel, target, userId, recipientId }: OwnAddressSql) => sql`
  s.lifted_at is null and s.reason = 'unsubscribe' and s.channel = ${channel} and s.target = lower(${target})
  and (s.owner_id = ${userId} or (${userId} is null and s.email_id = ${recipientId}))`

/** SQL: whether the owner unsubscribed an address from all alerts. */
export const isUnsubscribed = (address: OwnAddressSql): RawBuilder<boolean> =>
  sql<boolean>`exists (select from suppression s where ${isUnsubscribe(address)})`

/** @returns whether the address was unsubscribed */
export async function resubscribeAddress(
  tx: Tx,
  { channel, target, userId, recipientId }: OwnAddress,
): Promise<boolean> {
  const { rows } = await sql`
    update suppression s set lifted_at = now()
    where ${isUnsubscribe({
      channel: sql`${channel}`,
      target: sql`${target}`,
      userId: sql`${userId}::bigint`,
      recipientId: sql`${recipientId}::bigint`,
    })}
    returning id`.execute(tx)
  return rows.length > 0
}

/**
 * Lifts a suppression; with `unsubscribeBy`, only that user's own unsubscribe.
 * @returns what was suppressed, or undefined if no such suppression applies
 */
export function liftSuppression(
  tx: Tx,
  id: number,
  { unsubscribeBy }: { unsubscribeBy?: number } = {},
): Promise<{ channel: Channel; target: string } | undefined> {
  return tx
    .updateTable('suppression')
    .set({ lifted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('lifted_at', 'is', null)
    .$if(unsubscribeBy !== undefined, (update) =>
      update.where('owner_id', '=', unsubscribeBy ?? null).where('reason', '=', 'unsubscribe'),
    )
    .returning(['channel', 'target'])
    .executeTakeFirst()
}

/** Marks the warning about a user's own suppression as seen. */
export async function markSuppressionSeen(db: Db, userId: number, id: number): Promise<void> {
  await db
    .updateTable('suppression')
    .set({ seen_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('owner_id', '=', userId)
    .where('seen_at', 'is', null)
    .execute()
}

export type UserSuppression = {
  id: number
  channel: Channel
  /** An email address as its owner wrote it, or E.164. */
  target: string
  /** The address in lower case. */
  targetKey: string
  reason: SuppressionReason
  scope: SuppressionScope
  /** The provider's own words, or ''. */
  detail: string
  /** It applies only to this user's alerts; otherwise to every owner of the address. */
  own: boolean
  /** The address will get notices when it is no longer suppressed. */
  verified: boolean
  /** It is also the verified email of the user's account. */
  isAccountEmail: boolean
  /**
   * The user closed the warning, which only the user's own suppressions allow: the others have one row for many users.
   */
  dismissed: boolean
  createdAt: Date
}

/** The suppressions of a user's addresses, numbers and account email that apply now, oldest first; `id` selects one. */
export async function listUserSuppressions(
  db: Db | Tx,
  userId: number,
  id: number | null = null,
): Promise<UserSuppression[]> {
  const { rows } = await sql<UserSuppression>`
    with mine as (
      select channel, target, target_key, verified from recipient where owner_id = ${userId}
      union all
      select 'EMAIL', u.email, lower(u.email), u.email_verified_at is not null from "user" u
      where u.id = ${userId} and u.email <> ''
        and not exists (select from email_address e where e.owner_id = u.id and e.address_key = lower(u.email)))
    select s.id, s.channel, m.target, s.target as "targetKey", s.reason, s.scope, s.detail, s.owner_id is not null as own,
      m.verified, exists (
        select from account_email a where a.user_id = ${userId} and a.address_key = m.target_key) as "isAccountEmail",
      s.owner_id is not null and s.seen_at is not null as dismissed, s.created_at as "createdAt"
    from suppression s join mine m on m.channel = s.channel and m.target_key = s.target
    where s.lifted_at is null and (s.owner_id = ${userId} or (s.owner_id is null and s.email_id is null))
      and (${id}::bigint is null or s.id = ${id})
    order by s.created_at, s.id`.execute(db)
  return rows
}

/** The table and its name in copies from before a migration of the legacy version. */
export const copiedSuppressions = 'suppression'

/** SQL: the suppressions of addresses without an owner, as rows of `migration_copy`; `emails` limits them to these ids. */
export const suppressionsToCopy = (runId: number, emails?: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select ${runId}::bigint, ${copiedSuppressions}, s.id, row_to_json(s) from suppression s
  where s.email_id ${emails ? sql`in (${emails})` : sql`is not null`}`

/** An unsubscribe of an address without an owner stays: it moves to the same address under its new id. */
export async function moveSuppressions(tx: Tx, runId: number): Promise<void> {
  await sql`
    insert into suppression (channel, target, email_id, reason, detail, created_at, seen_at)
    select 'EMAIL', s.target, e.id, s.reason, s.detail, s.created_at, s.seen_at
    from migration_copy c cross join json_populate_record(null::suppression, c.body) s
    join email_address e on e.owner_id is null and e.address_key = s.target
    where c.run_id = ${runId} and c.of = ${copiedSuppressions} and s.lifted_at is null
    on conflict (channel, target, coalesce(owner_id, 0), coalesce(email_id, 0)) where lifted_at is null do nothing`.execute(
    tx,
  )
}

/**
 * Restores copied suppressions whose address and owner exist. @param columns those that a row has both now and in the
 * copy
 */
export async function putBackSuppressions(tx: Tx, runId: number, columns: string[]): Promise<void> {
  if (columns.length === 0) return
  await sql`
    insert into suppression (${sql.join(columns.map((column) => sql.ref(column)))}) overriding system value
    select ${sql.join(columns.map((column) => sql.ref(`s.${column}`)))}
    from migration_copy c cross join json_populate_record(null::suppression, c.body) s
    join email_address e on e.id = s.email_id
    where c.run_id = ${runId} and c.of = ${copiedSuppressions}
      and (s.owner_id is null or exists (select from "user" u where u.id = s.owner_id))
    on conflict do nothing`.execute(tx)
}
