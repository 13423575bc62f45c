import type { Client } from 'pg'
import { copyIn, copyRows } from '#scripts/made-up/copy.ts'
import type { GeneratedAlert, Population } from '#scripts/made-up/population.ts'
import { textColumns } from '#shared/domain/alert/alert-types.ts'
import { alertMatchTexts, parseAlert, alertKeys, RULE_VERSION } from '#shared/matching/public.ts'
import { type DatabaseUrls, withOwner } from './database.ts'

type Alerts = Pick<Population, 'alertAt'>

/**
 * Two alerts per owner, both sent to the owner's one verified address. Ids derive from the alert's index, starting at
 * 1.
 */
export const alertIdFor = (index: number) => index + 1
export const ownerIdFor = (index: number) => (index >> 1) + 1
/** At two domains: refusals at one may be the recipients' own. */
export const addressFor = (ownerId: number) => `resident${ownerId}@${ownerId % 3 === 0 ? 'post' : 'bench'}.example`

/**
 * Writes the population's first `count` alerts and their related rows by COPY, the keys in parallel: a million in about
 * a minute instead of hours. The keys are the ones that a save would derive.
 */
export async function fillAlerts(database: DatabaseUrls, population: Alerts, count: number): Promise<void> {
  await Promise.all([
    withOwner(database, (client) => fillRows(client, population, count)),
    withOwner(database, (client) => fillKeys(client, population, count)),
  ])
  await withOwner(database, (client) => client.query('vacuum (analyze)'))
}

async function fillRows(client: Client, population: Alerts, count: number): Promise<void> {
  const owners = ownerIdFor(count - 1)
  // Indexes for the administrators' searches are not needed here and take most of the time.
  const { rows: indexes } = await client.query<{ name: string }>(
    `select indexname as name from pg_indexes
     where tablename in ('user', 'alert', 'email_address') and indexname ~ '_(search|walk|by_|paused)'`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  // The same goes for the columns that triggers maintain; the rows written here are consistent.
  await client.query('set session_replication_role = replica')
  await copyIn(client, `copy "user" (id, username, email) from stdin`, copyRows(userRows(owners)))
  await copyIn(
    client,
    'copy email_address (id, owner_id, address, verified_at) from stdin',
    copyRows(emailRows(owners)),
  )
  await copyIn(
    client,
    `copy alert (id, user_id, name, alert_type, first_name, last_name, business_name, parcel_id, criteria, all_words,
      typing_slips, rule_version) from stdin`,
    copyRows(alertRows(population, count)),
  )
  await copyIn(
    client,
    'copy alert_email (alert_id, email_id, position, acknowledged) from stdin',
    copyRows(linkRows(count)),
  )
  for (const table of ['user', 'email_address', 'alert'])
    await client.query(`select setval(pg_get_serial_sequence('"${table}"', 'id'), (select max(id) from "${table}"))`)
}

async function fillKeys(client: Client, population: Alerts, count: number): Promise<void> {
  await client.query('set session_replication_role = replica')
  await client.query(`set work_mem = '512MB'`)
  await client.query(`set maintenance_work_mem = '256MB'`)
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where indexname in ('alert_key_alert', 'alert_text_alert')`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query('create temp table given_key (key text, alert_id bigint, is_text boolean)')
  await copyIn(client, 'copy given_key from stdin', copyRows(keyRows(population, count)))
  await client.query(`insert into alert_key (key_hash, alert_id)
    select distinct hashtextextended(key, 0), alert_id from given_key where not is_text order by 1, 2`)
  await client.query(`insert into alert_text (match_text, alert_id)
    select distinct key, alert_id from given_key where is_text order by 1, 2`)
  await client.query('drop table given_key')
  for (const { definition } of indexes) await client.query(definition)
}

function* userRows(owners: number) {
  for (let id = 1; id <= owners; id++) yield [id, `resident${id}`, addressFor(id)]
}

function* emailRows(owners: number) {
  const now = new Date().toISOString()
  for (let id = 1; id <= owners; id++) yield [id, id, addressFor(id), now]
}

function* alertRows(population: Alerts, count: number) {
  for (let index = 0; index < count; index++) yield alertRow(index, population.alertAt(index))
}

function alertRow(index: number, { criteria, name, criteriaText }: GeneratedAlert) {
  const { first_name, last_name, business_name, parcel_id } = textColumns(criteria)
  return [
    alertIdFor(index),
    ownerIdFor(index),
    name.slice(0, 60),
    criteria.alertType,
    first_name,
    last_name,
    business_name,
    parcel_id,
    criteriaText,
    criteria.variants.allWords,
    criteria.variants.typingSlips,
    RULE_VERSION,
  ]
}

function* linkRows(count: number) {
  for (let index = 0; index < count; index++) yield [alertIdFor(index), ownerIdFor(index), 0, true]
}

/** An alert's keys and texts, read once for both. */
function* keyRows(population: Alerts, count: number) {
  for (let index = 0; index < count; index++) {
    const alert = parseAlert(population.alertAt(index).criteria, null)
    for (const key of new Set(alertKeys(alert))) yield [key, alertIdFor(index), false]
    for (const text of new Set(alertMatchTexts(alert))) yield [text, alertIdFor(index), true]
  }
}
