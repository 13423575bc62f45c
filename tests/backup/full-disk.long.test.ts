import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { assertUndamaged, openBackup } from '#scripts/backup/backup-file.ts'
import { writeNewKey } from '#scripts/backup/encryption.ts'
import { withPlainFile } from '#scripts/backup/plain-file.ts'
import { never, queryRows } from './commands.ts'
import { backUpTo, fillCounty } from './made-backup.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'full-disk-'))
const file = path.join(folder, 'county.backup')
let source: TestDatabase
let size: number
beforeAll(async () => {
  source = await createEmptyDatabase()
  await fillCounty(source.ownerUrl, 'current')
  // More rows than fit into the buffers between the database and the file.
  await queryRows(
    source,
    `insert into parcel (roll_id, line, parcel_id, parcel_key, numbers)
     select id, line, md5(line::text), md5(line::text), array[]::integer[] from roll, generate_series(1000, 30000) line returning 1 as one`,
  )
  await backUpTo(file, source.ownerUrl)
  size = fs.statSync(file).size
  fs.rmSync(file)
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await source.drop()
  fs.rmSync(folder, { recursive: true })
})

/** A disk on which the file of a backup finds room for so many bytes. */
function leaveRoom(bytes: number): void {
  const open = fs.promises.open
  vi.spyOn(fs.promises, 'open').mockImplementation(async (...args) => {
    const handle = await open(...args)
    const write = handle.writeFile.bind(handle)
    let left = bytes
    handle.writeFile = async (piece) => {
      left -= (piece as Buffer).length
      if (left < 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      await write(piece)
    }
    return handle
  })
}

test('a disk that fills ends a backup in plain words at any byte, without a partial file or an open snapshot', async () => {
  const steps = 8
  for (let step = 0; step < steps; step++) {
    leaveRoom(Math.floor((size * step) / steps))
    await expect(backUpTo(file, source.ownerUrl)).rejects.toThrow(`The disk of ${folder} is full.`)
    vi.restoreAllMocks()
    expect(fs.readdirSync(folder)).toEqual([])
  }
  await vi.waitFor(async () =>
    expect(
      await queryRows(source, `select state from pg_stat_activity where application_name = 'land-alerts backup'`),
    ).toEqual([]),
  )
})

test('an encrypted backup is whole once it is decrypted, and its disk may fill, too', async () => {
  const keyFile = path.join(folder, 'key.txt')
  const recipient = await writeNewKey(keyFile)
  leaveRoom(size / 2)
  await expect(backUpTo(file, source.ownerUrl, recipient)).rejects.toThrow(`The disk of ${folder} is full.`)
  vi.restoreAllMocks()
  expect(fs.readdirSync(folder)).toEqual(['key.txt'])
  await backUpTo(file, source.ownerUrl, recipient)
  const decrypted = await withPlainFile(file, { keyFile, signal: never }, async (plainFile) => {
    const backup = await openBackup(plainFile)
    await assertUndamaged(backup)
    return backup
  })
  expect(decrypted.size).toBeGreaterThan(0.9 * size)
})
