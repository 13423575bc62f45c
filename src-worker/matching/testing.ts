import { createHash } from 'node:crypto'
import { type Channel, noMatchOptions, type MatchOptions, type Criteria } from '#shared/contract/alert.ts'
import type { Party } from '#shared/contract/party.ts'
import { RULE_VERSION } from '#shared/matching/public.ts'
import { saveAlertKeys } from '#shared/node/domain/alerts/alert-keys.queries.ts'
import { type Connection, connect, type Db } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { createLog } from '#shared/node/platform/log.ts'
import { writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { settingsStore } from '#shared/node/domain/settings/settings-store.queries.ts'
import { parseMaskOrNull } from '#shared/node/domain/alerts/criteria-columns.ts'
import { formatCriteria } from '#shared/domain/alert/alert-types.ts'
import { criteriaToRow } from '#shared/node/domain/alerts/criteria-columns.ts'
import { today } from '#shared/domain/dates.ts'
import { type SettingsValues, settingsGroups } from '#shared/settings/groups.ts'
import { createTestDatabase } from '#tests/helpers/database.ts'
import { testEnv } from '#tests/helpers/environment.ts'
import { defaultOptions, type WorkerDeps } from '../platform/deps.ts'

type Recipient = {
  channel?: Channel
  target?: string
  verified?: boolean
  suppressed?: boolean
  stopped?: boolean
  migrated?: boolean
}
type AlertSpec = {
  ownerId?: number | null
  criteria?: Criteria
  name?: string
  status?: 'A' | 'I'
  pausedUntil?: string | null
  recipients?: Recipient[]
}
type EventSpec = {
  id?: string
  parties?: (string | Party)[]
  parcels?: string[]
  recordedOn?: string
  feedId?: number
  restricted?: boolean
}

/** One line of history with its outcome. */
type Line = {
  document: string
  alert: string
  target: string
  /** '' if it has a notice. */
  unsent: string
  state: string | null
  delivery: boolean
}

export type MatchingFixture = Connection & {
  deps: WorkerDeps
  url: string
  /** Connects as the schema's owner, the only role that can change the date. */
  ownerUrl: string
  user(status?: 'A' | 'I' | 'P' | 'L'): Promise<number>
  alert(spec?: AlertSpec): Promise<number>
  feed(values?: { name_width?: number; name_order?: 'LAST_FIRST' | 'FIRST_LAST' }): Promise<number>
  /** Stores and queues a record, or a revision of the one with this id. */
  event(spec?: EventSpec): Promise<number>
  service(change: Partial<SettingsValues<'service'>>): Promise<void>
  history(): Promise<Line[]>
  rows<T extends object>(text: string, values?: unknown[]): Promise<T[]>
  /** Empties everything but settings. */
  clear(): Promise<void>
  close(): Promise<void>
}

export function person(
  first: string,
  last: string,
  variants: Partial<MatchOptions> = {},
  former = '',
): Criteria<'NAME'> {
  const names = { firstName: first, lastName: last, formerLastName: former }
  return { alertType: 'NAME', ...names, variants: { ...noMatchOptions, ...variants } }
}

const timeZone = 'America/Chicago'
export const dayOfCounty = (): string => today(timeZone)

type Next = () => number

async function linkRecipient(
  db: Db,
  { alertId, ownerId, position }: { alertId: number; ownerId: number | null; position: number },
  spec: Recipient,
  next: Next,
): Promise<void> {
  const { channel = 'EMAIL', verified = true, suppressed = false, stopped = false, migrated = false } = spec
  const target = spec.target ?? (channel === 'EMAIL' ? `person${next()}@example.org` : `+1612555${1000 + next()}`)
  const verified_at = verified ? new Date() : null
  const stopped_at = stopped ? new Date() : null
  const same = { owner_id: ownerId, verified_at }
  if (channel === 'EMAIL') {
    const row =
      (await db
        .selectFrom('email_address')
        .select('id')
        .where('address', '=', target)
        .where('owner_id', 'is not distinct from', ownerId)
        .executeTakeFirst()) ??
      (await db
        .insertInto('email_address')
        .values({ ...same, address: target, migrated })
        .returning('id')
        .executeTakeFirstOrThrow())
    await db.insertInto('alert_email').values({ alert_id: alertId, email_id: row.id, position, stopped_at }).execute()
  } else {
    const row = await db
      .insertInto('phone')
      .values({ ...same, number: target, validated_at: verified_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('alert_phone').values({ alert_id: alertId, phone_id: row.id, position, stopped_at }).execute()
  }
  if (suppressed)
    await db.insertInto('suppression').values({ channel, target: target.toLowerCase(), reason: 'bounce' }).execute()
}

async function insertAlert(
  db: Db,
  { ownerId = null, criteria = person('Jane', 'Doe'), recipients = [{}], ...spec }: AlertSpec,
  { mask, next }: { mask: string; next: Next },
): Promise<number> {
  const id = await inTransaction(db, async (tx) => {
    const alert = await tx
      .insertInto('alert')
      .values({
        user_id: ownerId,
        name: spec.name ?? `Alert ${next()}`,
        ...criteriaToRow(criteria),
        criteria: formatCriteria(criteria),
        status: spec.status ?? 'A',
        paused_until: spec.pausedUntil ?? null,
        rule_version: RULE_VERSION,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await saveAlertKeys(tx, [{ id: alert.id, criteria, mask: parseMaskOrNull(mask) }])
    return alert.id
  })
  for (const [position, recipient] of recipients.entries())
    await linkRecipient(db, { alertId: id, ownerId, position }, recipient, next)
  return id
}

/** Stores and queues a record, or a revision of the record with this id. */
async function insertEvent(
  db: Db,
  {
    id,
    feedId,
    parties = ['DOE JANE'],
    parcels = [],
    recordedOn = dayOfCounty(),
    restricted = false,
  }: EventSpec & { id: string; feedId: number },
): Promise<number> {
  const body = {
    parties: JSON.stringify(parties.map((party) => (typeof party === 'string' ? { name: party } : party))),
    parcels: JSON.stringify(parcels),
    recorded_on: recordedOn,
    recorded_at: new Date(`${recordedOn}T12:00:00Z`),
    recorded_has_time: false,
    restricted,
  }
  return inTransaction(db, async (tx) => {
    const content_hash = createHash('sha256').update(JSON.stringify(body)).digest()
    const row = await tx
      .insertInto('event')
      .values({ feed_id: feedId, document_id: id, content_hash, ...body })
      .onConflict((oc) =>
        oc
          .columns(['feed_id', 'document_id'])
          .doUpdateSet((eb) => ({ ...body, content_hash, revision: eb('event.revision', '+', 1) })),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('match_queue')
      .values({ event_id: row.id })
      .onConflict((oc) => oc.column('event_id').doUpdateSet({ attempts: 0 }))
      .execute()
    return row.id
  })
}

const tables = [
  'outgoing_event',
  'delivery',
  'notice',
  'event_match',
  'event_key',
  'match_queue',
  'match_batch',
  'match_again',
  'quarantine',
  'event',
  'restricted_content',
  'withheld_match',
  'alert',
  'email_address',
  'phone',
  'suppression',
  'record_mute',
  'notice_day',
  'user',
  'setting',
]

/** For tests: a database with a worker's dependencies, and shorthand to fill it. */
export async function openMatchingFixture(): Promise<MatchingFixture> {
  const database = await createTestDatabase()
  const connection = connect(database.appUrl)
  const { db, pool } = connection
  const settings = settingsStore(db, 0)
  const env = testEnv(database.appUrl, { COUNTY_TIME_ZONE: timeZone })
  const log = createLog('test', 'silent')
  const deps: WorkerDeps = { db, pool, env, log, settings, enqueue: async () => {}, options: defaultOptions }
  let made = 0
  const next: Next = () => ++made

  const feed: MatchingFixture['feed'] = async (values = {}) => {
    const row = { name: `Recorder ${next()}`, ...values }
    return (await db.insertInto('feed').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  let plainFeed: number | undefined

  return {
    ...connection,
    deps,
    url: database.appUrl,
    ownerUrl: database.ownerUrl,
    feed,
    user: async (status = 'A') => {
      const row = { username: `resident${next()}`, status }
      return (await db.insertInto('user').values(row).returning('id').executeTakeFirstOrThrow()).id
    },
    alert: async (spec = {}) => insertAlert(db, spec, { mask: (await settings.current()).service.parcelMask, next }),
    event: async (spec = {}) => insertEvent(db, { feedId: (plainFeed ??= await feed()), id: `DOC-${next()}`, ...spec }),
    service: (change) => writeSetting(db, 'service', { ...settingsGroups.service.initial, ...change }, null),
    history: async () =>
      (
        await pool.query<Line>(
          `select e.document_id as document, o.alert_name as alert, o.target, o.unsent_reason as unsent, n.state,
             exists (select from delivery d where d.notice_id = n.id) as delivery
           from outgoing_event o join event e on e.id = o.event_id left join notice n on n.id = o.notice_id
           order by 1, 2, 3`,
        )
      ).rows,
    rows: async <T extends object>(text: string, values: unknown[] = []) => (await pool.query<T>(text, values)).rows,
    clear: async () => {
      for (const table of tables) await pool.query(`delete from "${table}"`)
    },
    close: async () => {
      await connection.end()
      await database.drop()
    },
  }
}
