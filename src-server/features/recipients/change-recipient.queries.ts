import { sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import type { Role } from '#shared/contract/roles.ts'
import { skipReasons } from '#shared/domain/notice/skip-reasons.ts'
import type { SuppressionReason } from '#shared/domain/recipient/suppression-reasons.ts'
import { alertLinks } from '#shared/node/domain/alerts/alert-links.ts'
import { suppressionReason } from '#shared/node/domain/recipients/deliverable.queries.ts'
import { recipientTables } from '#shared/node/domain/recipients/recipient-tables.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { upsertEmails, upsertPhones, type SavedRecipient } from './recipient.queries.ts'

export type LockedRecipient = { id: number; ownerId: number; ownerRole: Role; target: string; alerts: number }

/**
 * A recipient that has an owner, with how many alerts use it; undefined if there is no such recipient.
 * @param lock whether its row stays locked, as a verification locks it before its alerts
 */
export async function findOwnedRecipient(
  tx: Tx,
  channel: Channel,
  id: number,
  { lock = false } = {},
): Promise<LockedRecipient | undefined> {
  const { table, target } = recipientTables[channel]
  const [links, link] = alertLinks[channel]
  const { rows } = await sql<LockedRecipient>`
    select r.id, r.owner_id as "ownerId", u.role as "ownerRole", r.${sql.ref(target)} as target,
      (select count(*)::int from ${sql.table(links)} l where l.${sql.ref(link)} = r.id) as alerts
    from ${sql.table(table)} r join "user" u on u.id = r.owner_id where r.id = ${id}
    ${lock ? sql`for update of r` : sql``}`.execute(tx)
  return rows[0]
}

/** The owner's record of a corrected address or number (E.164 with its format); inserts a missing one. */
export async function upsertRecipient(
  tx: Tx,
  ownerId: number,
  recipient:
    | { channel: 'EMAIL'; value: string; acknowledged: boolean }
    | { channel: 'PHONE'; number: string; format: 'STANDARD' | 'INTERNATIONAL'; acknowledged: boolean },
): Promise<SavedRecipient> {
  const [saved] =
    recipient.channel === 'EMAIL'
      ? await upsertEmails(tx, ownerId, [recipient])
      : await upsertPhones(tx, ownerId, [recipient])
  if (!saved) throw new Error('A recipient went missing while it was saved.')
  return saved
}

/**
 * Puts one recipient in the place of another in every alert. An unsubscribe from one alert stays with the old one. The
 * alerts get a new version, so that an editor opened before cannot bring the old recipient back.
 * @param by who changes them
 * @returns how many alerts had the old one
 */
export async function replaceInAlerts(
  tx: Tx,
  channel: Channel,
  { from, to, acknowledged, by }: { from: number; to: number; acknowledged: boolean; by: number },
): Promise<number> {
  const [links, link] = alertLinks[channel]
  const { rows } = await sql<{ alert_id: number }>`
    insert into ${sql.table(links)} (alert_id, ${sql.ref(link)}, position, acknowledged)
    select alert_id, ${to}, position, ${acknowledged} from ${sql.table(links)} where ${sql.ref(link)} = ${from}
    on conflict (alert_id, ${sql.ref(link)}) do update set position = excluded.position
    returning alert_id`.execute(tx)
  await sql`delete from ${sql.table(links)} where ${sql.ref(link)} = ${from}`.execute(tx)
  await sql`
    update alert set version = version + 1, updated_at = now(), updated_by = ${by}
    where id = any (${rows.map((row) => row.alert_id)}::bigint[])`.execute(tx)
  return rows.length
}

/** Locks the messages that wait for a recipient in the order in which delivery does; any other order could deadlock. */
async function lockMessages(tx: Tx, channel: Channel, id: number): Promise<void> {
  const open = sql`select id from notice where channel = ${channel} and recipient_id = ${id}
    and state in ('held', 'waiting', 'in_doubt')`
  await sql`select from delivery where notice_id in (${open}) order by notice_id for update`.execute(tx)
  await sql`select from notice where id in (${open}) order by id for update`.execute(tx)
}

/** Removes the record of an address or number. The database cancels the messages that wait for it. */
export async function deleteRecipient(tx: Tx, channel: Channel, id: number): Promise<void> {
  await lockMessages(tx, channel, id)
  await sql`delete from ${sql.table(recipientTables[channel].table)} where id = ${id}`.execute(tx)
}

/**
 * Cancels the messages that wait for a recipient whose record stays, as removing it would, and ends its links and
 * codes.
 */
export async function cancelUnsent(tx: Tx, channel: Channel, id: number): Promise<void> {
  await lockMessages(tx, channel, id)
  await sql`
    delete from delivery d using notice n
    where n.id = d.notice_id and n.channel = ${channel} and n.recipient_id = ${id}`.execute(tx)
  await sql`
    update notice set state = coalesce(state_before_resend, 'canceled'), reason = ${skipReasons['recipient-removed'].staff},
      resent_after = null, state_before_resend = null, ended_at = now()
    where channel = ${channel} and recipient_id = ${id} and state in ('held', 'waiting', 'in_doubt')`.execute(tx)
  await sql`delete from ticket where ${sql.ref(recipientTables[channel].ticket)} = ${id}`.execute(tx)
}

/**
 * Whether we tried to verify this recipient in the last 24 hours: its record holds the counters of that day's limits.
 */
export async function wasVerificationTried(tx: Tx, channel: Channel, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from notice where channel = ${channel} and recipient_id = ${id} and kind = 'verify'
      and created_at > now() - interval '1 day' limit 1`.execute(tx)
  return rows.length > 0
}

/** A recipient as its owner sees it: `target` as stored, `alerts` that use it. */
export type OwnRecipientRow = {
  channel: Channel
  id: number
  target: string
  verified: boolean
  stopReason: SuppressionReason | null
  alerts: number
  /** The last day on which it gets notices of an alert that no longer has it, 'YYYY-MM-DD'; or null. */
  keptUntil: string | null
}

/** An account has at most a thousand alerts, but its recipients have no limit of their own. */
const maxOwnRecipients = 200

/** The addresses and numbers of an owner; those in use first. */
export async function listOwnRecipients(db: Db, ownerId: number, timeZone: string): Promise<OwnRecipientRow[]> {
  const rows = await Promise.all(
    (['EMAIL', 'PHONE'] as const).map(async (channel) => {
      const { table, target } = recipientTables[channel]
      const [links, link] = alertLinks[channel]
      const found = await sql<OwnRecipientRow>`
        select * from (
          select ${sql.lit(channel)} as channel, r.id, r.${sql.ref(target)} as target, v.verified,
            ${suppressionReason({ channel, ownerId: sql`r.owner_id`, recipientId: sql`r.id` })} as "stopReason",
            (select count(*)::int from ${sql.table(links)} l where l.${sql.ref(link)} = r.id) as alerts,
            (select to_char(max(c.until) at time zone ${timeZone}, 'YYYY-MM-DD') from notice_change c
              where c.user_id = r.owner_id and c.act = 'recipient' and c.keeps and c.undone_at is null and c.until > now()
                and c.channel = ${sql.lit(channel)} and c.recipient_id = r.id) as "keptUntil"
          from ${sql.table(table)} r join recipient v on v.channel = ${sql.lit(channel)} and v.id = r.id
          where r.owner_id = ${ownerId}) own
        order by (alerts = 0), lower(target), id limit ${maxOwnRecipients}`.execute(db)
      return found.rows
    }),
  )
  return rows.flat()
}
