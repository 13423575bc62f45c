import { sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import { alertLinks } from '#shared/node/domain/alerts/alert-links.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'

export type SavedRecipient = { id: number; target: string; acknowledged: boolean; verified: boolean; isNew: boolean }

/** The owner's records of these addresses, in the order of `addresses`; inserts missing ones. */
export async function upsertEmails(
  tx: Tx,
  ownerId: number,
  list: { value: string; acknowledged: boolean }[],
): Promise<SavedRecipient[]> {
  if (list.length === 0) return []
  const added = await tx
    .insertInto('email_address')
    .values(list.map(({ value }) => ({ owner_id: ownerId, address: value })))
    .onConflict((oc) => oc.columns(['owner_id', 'address_key']).doNothing())
    .returning('id')
    .execute()
  const rows = await tx
    .selectFrom('email_address')
    .select(['id', 'address', 'address_key', 'verified_at'])
    .where('owner_id', '=', ownerId)
    .where(
      'address_key',
      'in',
      list.map(({ value }) => value.toLowerCase()),
    )
    .execute()
  const byKey = new Map(rows.map((row) => [row.address_key, row]))
  return list.map(({ value, acknowledged }) => {
    const row = byKey.get(value.toLowerCase())
    if (!row) throw new Error('An email record went missing while it was saved.')
    return {
      id: row.id,
      target: row.address,
      acknowledged,
      verified: row.verified_at !== null,
      isNew: added.some(({ id }) => id === row.id),
    }
  })
}

/** The owner's records of these numbers in E.164, in their order; inserts missing ones. */
export async function upsertPhones(
  tx: Tx,
  ownerId: number,
  list: { number: string; format: 'STANDARD' | 'INTERNATIONAL'; acknowledged: boolean }[],
): Promise<SavedRecipient[]> {
  if (list.length === 0) return []
  const added = await tx
    .insertInto('phone')
    .values(list.map(({ number, format }) => ({ owner_id: ownerId, number, format_type: format })))
    .onConflict((oc) => oc.columns(['owner_id', 'number']).doNothing())
    .returning('id')
    .execute()
  const rows = await tx
    .selectFrom('phone')
    .select(['id', 'number', 'verified_at', 'validated_at'])
    .where('owner_id', '=', ownerId)
    .where(
      'number',
      'in',
      list.map(({ number }) => number),
    )
    .execute()
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  return list.map(({ number, acknowledged }) => {
    const row = byNumber.get(number)
    if (!row) throw new Error('A phone record went missing while it was saved.')
    const verified = row.verified_at !== null && row.validated_at !== null
    return { id: row.id, target: number, acknowledged, verified, isNew: added.some(({ id }) => id === row.id) }
  })
}

/** The addresses of an alert, and its numbers in E.164, in its order. */
export async function findAlertTargets(tx: Tx, alertId: number): Promise<{ emails: string[]; phones: string[] }> {
  const { rows } = await sql<{ emails: string[]; phones: string[] }>`
    select
      array(select e.address from alert_email l join email_address e on e.id = l.email_id
        where l.alert_id = ${alertId} order by l.position) as emails,
      array(select p.number from alert_phone l join phone p on p.id = l.phone_id
        where l.alert_id = ${alertId} order by l.position) as phones`.execute(tx)
  return rows[0] ?? { emails: [], phones: [] }
}

/**
 * Makes these the alert's recipients of one channel: removes others, adds missing ones, keeps the order. A link that
 * remains stays unsubscribed if it was.
 * @returns the ids that were not linked before
 */
export async function linkRecipients(
  tx: Tx,
  alertId: number,
  channel: Channel,
  list: SavedRecipient[],
): Promise<Set<number>> {
  const [table, column] = alertLinks[channel]
  const before = await sql<{
    id: number
  }>`select ${sql.ref(column)} as id from ${sql.table(table)} where alert_id = ${alertId}`.execute(tx)
  const linked = new Set(before.rows.map(({ id }) => id))
  const ids = list.map(({ id }) => id)
  await sql`delete from ${sql.table(table)} where alert_id = ${alertId} and not ${sql.ref(column)} = any(${ids})`.execute(
    tx,
  )
  for (const [position, { id, acknowledged }] of list.entries())
    await sql`insert into ${sql.table(table)} (alert_id, ${sql.ref(column)}, position, acknowledged)
      values (${alertId}, ${id}, ${position}, ${acknowledged})
      on conflict (alert_id, ${sql.ref(column)}) do update set position = excluded.position, acknowledged = excluded.acknowledged`.execute(
      tx,
    )
  return new Set(ids.filter((id) => !linked.has(id)))
}

/** Records proof of consent: wording, time, actor and address. */
export async function recordConsent(
  tx: Tx,
  consents: {
    userId: number
    channel: Channel
    target: string
    wordingVersion: string
    actorId: number
    actorAddress: string
    /** When consent was given, if that was earlier. */
    givenAt?: Date
  }[],
): Promise<void> {
  if (consents.length === 0) return
  await tx
    .insertInto('consent')
    .values(
      consents.map((consent) => ({
        user_id: consent.userId,
        channel: consent.channel,
        target: consent.target,
        wording_version: consent.wordingVersion,
        actor_id: consent.actorId,
        actor_address: consent.actorAddress,
        ...(consent.givenAt && { given_at: consent.givenAt }),
      })),
    )
    .execute()
}

/** Whether a ticket expired, by the database's clock: the clock of a server may be wrong. */
const isExpired = sql<boolean>`ticket.expires_at <= clock_timestamp()`

/** Locks an open or expired ticket of a recipient. */
export function lockTicket(tx: Tx, hash: Buffer, purpose: 'email' | 'phone') {
  return tx
    .selectFrom('ticket')
    .selectAll()
    .select(isExpired.as('is_expired'))
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks this user's requests to verify a phone that still await their code. */
export function lockOpenPhoneTickets(tx: Tx, userId: number, maxWrong: number) {
  return tx
    .selectFrom('ticket')
    .innerJoin('phone', 'phone.id', 'ticket.phone_id')
    .select(['ticket.id', 'ticket.phone_id', 'ticket.code_hash'])
    .where('phone.owner_id', '=', userId)
    .where('ticket.purpose', '=', 'phone')
    .where(sql<boolean>`not ${isExpired}`)
    .where('ticket.wrong_codes', '<', maxWrong)
    .forUpdate('ticket')
    .execute()
}

/** @returns the number of wrong codes on each ticket now */
export async function countWrongCode(tx: Tx, ticketIds: number[]): Promise<number[]> {
  if (ticketIds.length === 0) return []
  const rows = await tx
    .updateTable('ticket')
    .set((eb) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
    .where('id', 'in', ticketIds)
    .returning('wrong_codes')
    .execute()
  return rows.map(({ wrong_codes }) => wrong_codes)
}

export function findEmail(tx: Tx, id: number) {
  return tx.selectFrom('email_address').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findPhone(tx: Tx, id: number) {
  return tx.selectFrom('phone').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Marks an address verified after its owner followed the link; also the account's email, if it is the same. */
export async function verifyEmail(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('email_address')
    .set({ verified_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('verified_at', 'is', null)
    .execute()
  await sql`
    update "user" u set email_verified_at = now() from email_address e
    where e.id = ${id} and u.id = e.owner_id and lower(u.email) = e.address_key and u.email_verified_at is null`.execute(
    tx,
  )
}

/** Marks a number verified after its owner followed the link of a text or entered its code. */
export async function verifyPhone(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('phone')
    .set({ verified_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('verified_at', 'is', null)
    .execute()
}

/** The names of a recipient's alerts, for the page after verification. */
export async function listRecipientAlertNames(tx: Tx, channel: Channel, recipientId: number): Promise<string[]> {
  const [table, column] = alertLinks[channel]
  const { rows } = await sql<{ name: string }>`
    select a.name from ${sql.table(table)} l join alert a on a.id = l.alert_id
    where l.${sql.ref(column)} = ${recipientId} order by a.id`.execute(tx)
  return rows.map(({ name }) => name)
}

export const findRecipient = (tx: Tx, channel: Channel, id: number) =>
  ({ EMAIL: findEmail, PHONE: findPhone })[channel](tx, id)

/** True while a verification message is queued, or was sent within the hours for which its link is good. */
export async function isVerificationPending(
  tx: Tx,
  channel: Channel,
  recipientId: number,
  hours: number,
): Promise<boolean> {
  const row = await tx
    .selectFrom('notice')
    .select('id')
    .where('channel', '=', channel)
    .where('recipient_id', '=', recipientId)
    .where('kind', '=', 'verify')
    .where('state', 'in', ['waiting', 'in_doubt', 'accepted', 'delivered'])
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
    .executeTakeFirst()
  return row !== undefined
}
