import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { RunsView, RunView } from '#server/features/legacy/show-runs.ts'
import { makeUser, type TestUser } from '../helpers/factories.ts'
import { createLegacyDatabase, type LegacyDatabase } from '../helpers/legacy.ts'
import { type Browser, logIn, startTestServer, type TestServer } from '../helpers/server.ts'

export type MigrationSetup = {
  server: TestServer
  legacy: LegacyDatabase
  technical: Browser
  actor: TestUser & { address: string }
  /** The fields of the form, filled in rightly. */
  fields: Record<string, string>
  runs(): Promise<RunsView>
  /** The latest run, once it has ended; waits up to twenty seconds. */
  ended(): Promise<RunView>
  until<T>(what: string, look: () => Promise<T | undefined>): Promise<T>
  rows<T extends object>(text: string, values?: unknown[]): Promise<T[]>
  stop(): Promise<void>
}

async function waitFor<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + 60_000
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`Still not so after a minute: ${what}`)
    await sleep(20)
  }
}

/** A server that allows the given legacy database, a logged-in engineer, and the county's contact. */
export async function setUpMigration(schema?: string): Promise<MigrationSetup> {
  const legacy = await createLegacyDatabase(schema)
  const server = await startTestServer({ env: { LEGACY_DATABASE_HOSTS: legacy.fields.databaseAddress } })
  const { db } = server.deps
  await db
    .insertInto('setting')
    .values({
      key: 'common',
      value: JSON.stringify({ countyName: 'Alder County', contactEmail: 'recorder@alder.example' }),
      updated_by: null,
    })
    .execute()
  const user = await makeUser(db, { role: 'TRIMIN', username: 'provider.engineer' })
  const technical = await logIn(server.app, user)
  const runs = async () => {
    const { data } = await technical.query<{ content: RunsView }>('controlPanel.migrationRuns')
    return data.content
  }
  return {
    server,
    legacy,
    technical,
    actor: { ...user, address: '198.51.100.7' },
    fields: { ...legacy.fields, countyCode: '17', countyName: 'alder county ' },
    runs,
    ended: () =>
      waitFor('the run has ended', async () => {
        const run = (await runs()).runs[0]
        return run && run.state !== 'running' ? run : undefined
      }),
    until: waitFor,
    rows: async <T extends object>(text: string, values: unknown[] = []) =>
      (await server.deps.pool.query<T>(text, values)).rows,
    stop: async () => {
      await server.stop()
      await legacy.drop()
    },
  }
}

/** A snapshot of everything that a migration may change, to compare before and after. */
export async function snapshot({ rows }: MigrationSetup): Promise<Record<string, object[]>> {
  const tables = {
    alert: 'select * from alert order by id',
    email_address: 'select * from email_address order by id',
    phone: 'select * from phone order by id',
    alert_email: 'select * from alert_email order by alert_id, email_id',
    alert_phone: 'select * from alert_phone order by alert_id, phone_id',
    alert_exception: 'select * from alert_exception order by id',
    alert_key: 'select key_hash::text, alert_id from alert_key order by 2, 1',
    alert_text: 'select * from alert_text order by alert_id, match_text',
    ticket: 'select * from ticket order by id',
    suppression: 'select * from suppression order by id',
    notice: `select * from notice where kind in ('match', 'verify') order by id`,
    delivery: `select d.notice_id, d.priority from delivery d join notice n on n.id = d.notice_id
      where n.kind in ('match', 'verify') order by 1`,
    outgoing_event: 'select * from outgoing_event order by id',
    event_match: 'select * from event_match order by event_id, alert_id',
    possible_match: 'select * from possible_match order by event_id, alert_id',
    record_mute: 'select owner_key, event_id from record_mute order by 1, 2',
    user: 'select id, username, email from "user" order by id',
  }
  const found: Record<string, object[]> = {}
  for (const [table, text] of Object.entries(tables)) found[table] = await rows(text)
  return found
}

/** Opens a separate connection to a database, which stays open until `end`. */
export async function connectSeparately(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}
