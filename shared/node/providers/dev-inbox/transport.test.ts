import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Connection } from '#shared/node/platform/database/client.ts'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { fillDisk } from '#tests/helpers/full-disk.ts'
import { startDeadline } from '../common/deadline.ts'
import { devInboxTransport } from './transport.ts'

let database: TestDatabase
let connection: Connection
let owner: Client
beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.appUrl, { max: 1 })
  owner = new Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await connection.end()
  await database.drop()
})

const send = () =>
  devInboxTransport(connection.db).send({
    noticeId: 7,
    attempt: 1,
    deadline: startDeadline({ totalMs: 120_000, spareMs: 30_000 }),
    message: { channel: 'PHONE', to: '+16125550142', text: 'Hello' },
  })

test('is not in doubt about a message that the database refused, as when its disk is full', async () => {
  const disk = await fillDisk(owner, 'outbox_message')
  await expect(send()).rejects.toMatchObject({ kind: 'retry' })
  await disk.heal()
  expect(await send()).toMatch(/^outbox-\d+$/)
})

test('asks the dev inbox about a message whose connection broke', async () => {
  await owner.query(`create function break_connection() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(60); return new; end $$`)
  await owner.query(
    'create trigger break_connection before insert on outbox_message for each row execute function break_connection()',
  )
  await expect(send()).rejects.toMatchObject({ kind: 'in-doubt' })
})
