import { sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import type { FormerContact } from '#shared/contract/former-contact.ts'
import { toTargetKey } from '#shared/domain/recipient/correction.ts'
import { alertLinks } from '#shared/node/domain/alerts/alert-links.ts'
import { recipientTables } from '#shared/node/domain/recipients/recipient-tables.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

type OwnTarget = { channel: Channel; ownerId: number; value: string }

/** SQL: whether the record `r` of an owner is the email or phone of the owner's account. */
const ownRecord = ({ channel, ownerId, value }: OwnTarget) => sql`${sql.table(recipientTables[channel].table)} r
  where r.owner_id = ${ownerId} and r.${sql.ref(recipientTables[channel].key)} = ${toTargetKey(channel, value)}`

/** SQL: how many alerts use the record `r`. */
const alertsTo = (channel: Channel) => {
  const [links, link] = alertLinks[channel]
  return sql<number>`(select count(*)::int from ${sql.table(links)} l where l.${sql.ref(link)} = r.id)`
}

export async function findOwnRecord(tx: Tx, of: OwnTarget): Promise<{ id: number; target: string } | undefined> {
  const { rows } = await sql<{ id: number; target: string }>`
    select r.id, r.${sql.ref(recipientTables[of.channel].target)} as target from ${ownRecord(of)}`.execute(tx)
  return rows[0]
}

/** How many alerts of an owner use an address or number. */
export async function countAlertsTo(db: Db | Tx, of: OwnTarget): Promise<number> {
  const { rows } = await sql<{ n: number }>`select ${alertsTo(of.channel)} as n from ${ownRecord(of)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** How many alerts use the email and the phone of an account. */
export async function countAlertsByContact(
  db: Db | Tx,
  { id, email, phone }: { id: number; email: string; phone: string },
): Promise<{ alertsByEmail: number; alertsByPhone: number }> {
  return {
    alertsByEmail: await countAlertsTo(db, { channel: 'EMAIL', ownerId: id, value: email }),
    alertsByPhone: await countAlertsTo(db, { channel: 'PHONE', ownerId: id, value: phone }),
  }
}

/** Marks a recipient as a former email or phone of the account (`former_contact`), or clears that mark. */
export async function markWasAccount(tx: Tx, of: OwnTarget, was: boolean): Promise<void> {
  const { table, key } = recipientTables[of.channel]
  await sql`
    update ${sql.table(table)} set former_contact = ${was} where owner_id = ${of.ownerId} and former_contact <> ${was}
      and ${sql.ref(key)} = ${toTargetKey(of.channel, of.value)}`.execute(tx)
}

export type FormerContactRow = Omit<FormerContact, 'value'> & { target: string }

/** The former emails and phones of an account that alerts still use, while the account has another in their place. */
export async function listFormerContacts(db: Db, ownerId: number): Promise<FormerContactRow[]> {
  const rows = await Promise.all(
    (['EMAIL', 'PHONE'] as const).map(async (channel) => {
      const { table, target } = recipientTables[channel]
      const now = sql.ref({ EMAIL: 'u.email', PHONE: 'u.phone' }[channel])
      const found = await sql<FormerContactRow>`
        select * from (
          select ${sql.lit(channel)} as channel, r.id, r.${sql.ref(target)} as target, ${now} as "to",
            ${alertsTo(channel)} as alerts
          from ${sql.table(table)} r join "user" u on u.id = r.owner_id
          where r.owner_id = ${ownerId} and r.former_contact and ${now} <> '') former
        where alerts > 0 order by id`.execute(db)
      return found.rows.filter((row) => toTargetKey(channel, row.to) !== toTargetKey(channel, row.target))
    }),
  )
  return rows.flat()
}

/** The owner wants alerts to keep using it, so home stops asking. */
export async function keepFormerContact(
  db: Db,
  { channel, id, ownerId }: { channel: Channel; id: number; ownerId: number },
): Promise<void> {
  await sql`
    update ${sql.table(recipientTables[channel].table)} set former_contact = false where id = ${id} and owner_id = ${ownerId}`.execute(
    db,
  )
}

/** Which of an owner's alerts are active and have no phone, by id. */
export async function listAlertsWithoutPhone(db: Db | Tx, ownerId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from alert where user_id = ${ownerId} and id = any (${[...ids]}::bigint[]) and status = 'A'
      and not exists (select from alert_phone where alert_id = alert.id) order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Adds a phone to alerts that have none. */
export async function linkPhone(
  tx: Tx,
  { phoneId, alertIds, by }: { phoneId: number; alertIds: readonly number[]; by: number },
): Promise<void> {
  await sql`
    insert into alert_phone (alert_id, phone_id, position, acknowledged)
    select id, ${phoneId}, 0, true from unnest(${[...alertIds]}::bigint[]) as id`.execute(tx)
  await sql`
    update alert set version = version + 1, updated_at = now(), updated_by = ${by}
    where id = any (${[...alertIds]}::bigint[])`.execute(tx)
}
