import { sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import type { FormerContact } from '#shared/contract/former-contact.ts'
import { toTargetKey } from '#shared/domain/recipient/correction.ts'
import { alertLinks } from '#shared/node/domain/alerts/alert-links.ts'
import { recipientTables } from '#shared/node/domain/recipients/recipient-tables.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

type OwnTarget = { channel: Channel; ownerId: number; value: string }

/** SQL: an owner's record `r` of an address or number, as it is written in the account. */
const ownRecord = ({ channel, ownerId, value }: OwnTarget) => sql`${sql.table(recipientTables[channel].table)} r
  where r.owner_id = ${ownerId} and r.${sql.ref(recipientTables[channel].key)} = ${toTargetKey(channel, value)}`

/** SQL: how many alerts go to the record `r`. */
const alertsTo = (channel: Channel) => {
  const [links, link] = alertLinks[channel]
  return sql<number>`(select count(*)::int from ${sql.table(links)} l where l.${sql.ref(link)} = r.id)`
}

/** An owner's record of an address or number. */
export async function findOwnRecord(tx: Tx, of: OwnTarget): Promise<{ id: number; target: string } | undefined> {
  const { rows } = await sql<{ id: number; target: string }>`
    select r.id, r.${sql.ref(recipientTables[of.channel].target)} as target from ${ownRecord(of)}`.execute(tx)
  return rows[0]
}

/** How many alerts of an owner go to an address or number. */
export async function countAlertsTo(db: Db | Tx, of: OwnTarget): Promise<number> {
  const { rows } = await sql<{ n: number }>`select ${alertsTo(of.channel)} as n from ${ownRecord(of)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** How many alerts go to the email and to the phone of an account. */
export async function countAlertsByContact(
  db: Db | Tx,
  { id, email, phone }: { id: number; email: string; phone: string },
): Promise<{ alertsByEmail: number; alertsByPhone: number }> {
  return {
    alertsByEmail: await countAlertsTo(db, { channel: 'EMAIL', ownerId: id, value: email }),
    alertsByPhone: await countAlertsTo(db, { channel: 'PHONE', ownerId: id, value: phone }),
  }
}

/** Marks a recipient as what the account's email or phone was (`former_contact`), or no longer. */
export async function markWasAccount(tx: Tx, of: OwnTarget, was: boolean): Promise<void> {
  const { table, key } = recipientTables[of.channel]
  await sql`
    update ${sql.table(table)} set former_contact = ${was} where owner_id = ${of.ownerId} and former_contact <> ${was}
      and ${sql.ref(key)} = ${toTargetKey(of.channel, of.value)}`.execute(tx)
}

export type FormerContactRow = Omit<FormerContact, 'value'> & { target: string }

/** The former emails and phones of an account to which alerts still go, as long as another is in their place. */
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

/** The owner says that alerts may go on going there: home says no more of it. */
export async function keepFormerContact(
  db: Db,
  { channel, id, ownerId }: { channel: Channel; id: number; ownerId: number },
): Promise<void> {
  await sql`
    update ${sql.table(recipientTables[channel].table)} set former_contact = false where id = ${id} and owner_id = ${ownerId}`.execute(
    db,
  )
}

/** Those of an owner's alerts, by id, that are on and text nobody. */
export async function listAlertsWithoutPhone(db: Db | Tx, ownerId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from alert where user_id = ${ownerId} and id = any (${[...ids]}::bigint[]) and status = 'A'
      and not exists (select from alert_phone where alert_id = alert.id) order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Makes a phone the one of alerts that text nobody. */
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
