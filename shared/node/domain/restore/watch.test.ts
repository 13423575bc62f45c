import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Connection } from '#shared/node/platform/database/client.ts'
import { createLog } from '#shared/node/platform/log.ts'
import { connectTestDatabase } from '#tests/helpers/database.ts'
import { markRestoreReleased } from './restore.queries.ts'
import { type DatabaseWatch, watchDatabase } from './watch.ts'

let connection: Connection
let folders: string[] = []
const running: DatabaseWatch[] = []
beforeAll(async () => {
  connection = await connectTestDatabase()
})
afterAll(() => connection.end())
beforeEach(async () => {
  folders = ['one', 'other'].map((name) => fs.mkdtempSync(path.join(os.tmpdir(), `marks-${name}-`)))
  await connection.pool.query('delete from database_restore')
  await connection.pool.query('update database_mark set position = 0, database_id = gen_random_uuid()')
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((watch) => watch.stop()))
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true })
})

/** Acts as a separate process; without stop() it counts as killed. */
const start = async (folder: string | null, kind: 'server' | 'worker' = 'worker') => {
  const watch = await watchDatabase(connection.db, createLog('test', 'silent'), {
    kind,
    folder,
    timeZone: 'America/Chicago',
    everyMs: 600_000,
  })
  running.push(watch)
  return watch
}
const checkTimes = async (watch: DatabaseWatch, times: number) => {
  for (let n = 0; n < times; n++) await watch.check()
}
type SavedMark = { database_id: string; timeline: string; position: number; position_at: Date }
const readMark = async () => (await connection.pool.query<SavedMark>('select * from database_mark')).rows[0]
const restore = async (saved: SavedMark | undefined) => {
  await connection.pool.query(
    'update database_mark set database_id = $1, timeline = $2, position = $3, position_at = $4',
    [saved?.database_id, saved?.timeline, saved?.position, saved?.position_at],
  )
  await connection.pool.query('delete from database_restore')
}
const restores = async () =>
  (
    await connection.pool.query<{ id: number; backup_at: Date; released_at: Date | null }>(
      'select id, backup_at, released_at from database_restore order by id',
    )
  ).rows

test('reports a restore, dated to the database’s last known moment, when it starts on a database behind its mark', async () => {
  const [folder = ''] = folders
  await start(folder)
  const backup = await readMark()
  await checkTimes(await start(folder), 3)
  await restore(backup)
  await start(folder)
  expect(await restores()).toMatchObject([{ backup_at: backup?.position_at, released_at: null }])
})

test('also notices while it runs that a standby that was behind took over', async () => {
  const watch = await start(null)
  const backup = await readMark()
  await checkTimes(watch, 2)
  await restore(backup)
  await watch.check()
  expect(await restores()).toHaveLength(1)
  expect(watch.seen()).toBeGreaterThan(Number(backup?.position) + 2)
})

test('notices a restore once when several workers have marks, released or not', async () => {
  const [one = '', other = ''] = folders
  await start(one)
  await start(other)
  const backup = await readMark()
  await checkTimes(await start(one), 2)
  await checkTimes(await start(other), 5)
  await restore(backup)
  await start(one)
  const [noticed] = await restores()
  await connection.db
    .transaction()
    .execute((tx) => markRestoreReleased(tx, noticed?.id ?? 0, { id: 1, username: 'staff' }))
  await start(other)
  await start(other, 'server')
  expect(await restores()).toHaveLength(1)
  // Restores the same backup again, which removes the first restore too.
  await restore(backup)
  await start(other)
  expect(await restores()).toMatchObject([{ released_at: null }])
})

test.each([
  ['the mark is lost', (folder: string) => fs.rmSync(folder, { recursive: true })],
  [
    'a kill left half a mark of another program',
    (folder: string) => {
      for (const name of fs.readdirSync(folder)) fs.writeFileSync(path.join(folder, name), '{"databaseId":')
    },
  ],
])('notices nothing where %s, and keeps the next mark', async (_, lose) => {
  const [folder = ''] = folders
  const watch = await start(folder)
  const backup = await readMark()
  await checkTimes(watch, 3)
  lose(folder)
  await restore(backup)
  await start(folder)
  expect(await restores()).toEqual([])
  expect(fs.readdirSync(folder)).toEqual([`database-${backup?.database_id}.worker.json`])
})

test('takes another database for no restore, and continues if it cannot write its folder', async () => {
  const [folder = ''] = folders
  await checkTimes(await start(folder), 3)
  await connection.pool.query('update database_mark set position = 0, database_id = gen_random_uuid()')
  await start(folder)
  const file = path.join(folder, 'a file')
  fs.writeFileSync(file, '')
  await start(path.join(file, 'below'))
  expect(await restores()).toEqual([])
})
