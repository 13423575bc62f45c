import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { withClient } from '#tests/helpers/with-client.ts'
import { createSchemaBefore } from './create-schema.ts'
import { migrate } from './migrate.ts'

// cspell:ignore spoilt

/** The first and the last migration of 0.1.0. */
const applied = [
  { version: 1, name: 'accounts', checksum: null },
  { version: 59, name: 'unmatched-records', checksum: null },
]

/** A text that looks like a key. */
const text = 'Lots "spoilt_parcels" : and "spoilt_parcels":'

let database: TestDatabase
beforeAll(async () => {
  database = await createEmptyDatabase()
  await withClient(database.ownerUrl, async (client) => {
    await client.query('begin')
    await createSchemaBefore(client, applied)
    await client.query('commit')
    await writeRows(client)
  })
})
afterAll(() => database.drop())

/** Rows that 0.1.0 kept as JSON, as its triggers and statements made them. */
async function writeRows(client: Client): Promise<void> {
  await client.query(`insert into feed (name) values ('County Recorder')`)
  await client.query(
    `insert into event (feed_id, document_id, document_type, document_description, document_url, recorded_at, recorded_on,
       recorded_has_time, legal_description, parties, parcels, spoilt_parcels, content_hash, restricted)
     select id, 'D1', 'QCD', $1, '', now(), current_date, false, '', '[]', '[]', '[{"value":"1-2","reason":"A range."}]', '\\x01', true
     from feed`,
    [text],
  )
  await client.query(
    `insert into event_revision (event_id, revision, content_hash, body, received_at)
     select event_id, 1, '\\x01', body, now() from restricted_content`,
  )
  await client.query('insert into migration_run default values')
  await client.query(
    `insert into migration_copy (run_id, of, place, body)
     select id, 'notice', 1, json_build_object('id', 1, 'state', 'waiting', 'reason', '', 'again_after', 4, 'earlier_state',
       'accepted') from migration_run`,
  )
}

test('a role that does not own the tables learns so, also where it may create some', async () => {
  await withClient(database.ownerUrl, (owner) =>
    // As in a database that PostgreSQL 14 or an earlier version made.
    owner.query('grant create on schema public to public; grant select on schema_migration to app'),
  )
  await expect(migrate({ ownerUrl: database.appUrl })).rejects.toThrow(
    /^This role may not change the schema\. Set MIGRATE/,
  )
})

test('what depends on the views that it replaces is named, and the database stays as it was', async () => {
  await withClient(database.ownerUrl, async (owner) => {
    await owner.query('create view of_the_county as select * from recipient')
    await expect(migrate({ ownerUrl: database.ownerUrl })).rejects.toThrow(
      /^Nothing was migrated: .* view of_the_county depends on view recipient\. Drop it/,
    )
    await owner.query('drop view of_the_county')
  })
})

test('a server or worker that still runs is named; one that went silent does not matter', async () => {
  const beat = (kind: string, age: string) =>
    withClient(database.ownerUrl, (owner) =>
      owner.query(
        `insert into process_heartbeat (id, kind, host, pid, started_at, seen_at, resident_bytes, heap_bytes, loop_delay_ms,
           loop_delay_max_ms, loop_utilization)
         values (gen_random_uuid(), $1, 'land-' || $1, 1, now(), now() - $2::interval, 1, 1, 1, 1, 1)`,
        [kind, age],
      ),
    )
  await beat('server', '5 minutes')
  await beat('worker', '0 s')
  await expect(migrate({ ownerUrl: database.ownerUrl })).rejects.toThrow(
    /^Nothing was migrated: version 0\.1\.0 still runs \(a worker on land-worker\)\. Stop it/,
  )
  await withClient(database.ownerUrl, (owner) => owner.query(`delete from process_heartbeat where kind = 'worker'`))
})

test('keys of rows that are kept as JSON follow their columns, however they were written; texts stay', async () => {
  const applied = await migrate({ ownerUrl: database.ownerUrl, appRole: 'app' })
  expect(applied[0]).toBe('before-1.0')

  const content = { document_description: text, mangled_parcels: [{ value: '1-2', reason: 'A range.' }] }
  const { rows } = await withClient(database.ownerUrl, (client) =>
    client.query<{ body: object }>(
      'select body from restricted_content union all select body from event_revision union all select body from migration_copy',
    ),
  )
  expect(rows.map(({ body }) => body)).toEqual([
    expect.objectContaining(content),
    expect.objectContaining(content),
    { id: 1, state: 'waiting', reason: '', resent_after: 4, state_before_resend: 'accepted' },
  ])
  expect(rows.filter(({ body }) => 'spoilt_parcels' in body)).toEqual([])
})
