import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollLimits } from '#shared/contract/roll-load.ts'
import { connect, type Connection } from '#shared/node/platform/database/client.ts'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'

let database: TestDatabase
let connection: Connection
const workers: ChildProcess[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.appUrl)
})
afterAll(async () => {
  for (const worker of workers.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
    const gone = once(worker, 'exit')
    worker.kill('SIGTERM')
    await gone
  }
  await connection.end()
  await database.drop()
})

/** The worker as it runs in production. */
async function startWorkerProcess(): Promise<ChildProcess> {
  const worker = fork(path.join(import.meta.dirname, '../main.ts'), {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: database.appUrl,
      EMBEDDED_DATABASE: '1',
      PUBLIC_URL: 'http://127.0.0.1:1',
      APP_SECRET: 'of a worker that is killed, and of another',
      STATE_DIR: 'none',
      LOG_LEVEL: 'error',
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  workers.push(worker)
  await once(worker, 'message')
  return worker
}

const parcels = 60_000
const file = Buffer.from(
  [
    'PARCEL_ID,SITUS_ADDRESS,SITUS_CITY,SITUS_ZIP',
    ...Array.from({ length: parcels }, (_, index) => `1-${index},${index} Elm St,Falls,55399`),
  ].join('\n'),
)

const findRoll = () =>
  connection.db.selectFrom('roll').select(['state', 'lines', 'parcels', 'attempts']).executeTakeFirstOrThrow()

test('reads a file from its first line with another worker when its reader is killed in the middle', async () => {
  const { id } = await connection.db
    .insertInto('roll')
    .values({ state: 'waiting', bytes: file.length, file_name: 'roll.csv' })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let position = 0; position * rollLimits.pieceBytes < file.length; position += 1) {
    const start = position * rollLimits.pieceBytes
    const body = file.subarray(start, start + rollLimits.pieceBytes)
    await connection.db.insertInto('roll_chunk').values({ roll_id: id, position, body }).execute()
  }
  const first = await startWorkerProcess()
  await expect.poll(async () => (await findRoll()).lines, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
  const gone = once(first, 'exit')
  first.kill('SIGKILL')
  await gone
  expect(await findRoll()).toMatchObject({ state: 'loading', attempts: 1 })
  await startWorkerProcess()
  await expect.poll(async () => (await findRoll()).state, { timeout: 90_000, interval: 200 }).toBe('loaded')
  expect(await findRoll()).toMatchObject({ parcels, attempts: 2 })
  const { rows } = await connection.pool.query('select count(*)::int as count from parcel where roll_id = $1', [id])
  expect(rows).toEqual([{ count: parcels }])
}, 180_000)
