import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { assertUndamaged, openBackup } from '#scripts/backup/backup-file.ts'
import { writeNewKey } from '#scripts/backup/encryption.ts'
import { withPlainFile } from '#scripts/backup/plain-file.ts'
import { rehearseCommand } from '#scripts/migrate/rehearse-command.ts'
import { restoreCommand } from '#scripts/restore/restore-command.ts'
import { createEmptyDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { type CommandResult, never, queryRows, runCommand, useDatabase } from './commands.ts'
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
     select id, line, md5(line::text), md5(line::text), array[]::integer[] from roll, generate_series(1000, 30000) line where state = 'loading' returning 1 as one`,
  )
  await backUpTo(file, source.ownerUrl)
  size = fs.statSync(file).size
  fs.rmSync(file)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})
afterAll(async () => {
  await source.drop()
  fs.rmSync(folder, { recursive: true })
})

/** A disk with room for so many bytes of a backup's file. */
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

/**
 * A disk of the database that is full after the first rows of a table are loaded. Returns the databases that were
 * created.
 */
function fillAmidRows(): { made: string[]; refused: () => number } {
  const made: string[] = []
  let refused = 0
  const ask = Client.prototype.query
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
    const [given] = args
    const text = typeof given === 'string' ? given : String((given as { text?: unknown }).text)
    const created = /^create database "(\w+)"/.exec(text)?.[1]
    if (created) made.push(created)
    if (text.startsWith('copy public."event" (')) {
      refused++
      // In the transaction of the restore, so that it is gone with it.
      const filling: unknown = Reflect.apply(ask, this, [
        `create temporary sequence seen;
         create function full_disk() returns trigger language plpgsql as $$ begin
           if nextval('seen') > 3 then raise 'could not extend file: No space left on device' using errcode = '53100'; end if;
           return new; end $$;
         create trigger full_disk before insert on event for each row execute function full_disk()`,
      ])
      void (filling as Promise<unknown>).catch(() => {})
    }
    return Reflect.apply(ask, this, args)
  })
  return { made, refused: () => refused }
}

const full = 'The disk of the database is full. Free space there, and run the command again.'

test.each<[string, 'current' | 'older', string, (saved: string) => Promise<CommandResult>]>([
  ['restore', 'current', `The backup was not restored. ${full}`, (saved) => runCommand(restoreCommand, [saved])],
  ['drill', 'current', full, (saved) => runCommand(restoreCommand, ['--drill', '--on-server', saved])],
  [
    'rehearsal',
    'older',
    full,
    (saved) => runCommand(([named = ''], terminal) => rehearseCommand(named, { onServer: true }, terminal), [saved]),
  ],
])(
  'a disk that fills amid the rows of a %s ends it in plain words, and nothing remains',
  async (what, schema, problem, run) => {
    const [target, county] = [await createEmptyDatabase(), await createEmptyDatabase()]
    onTestFinished(async () => {
      await target.drop()
      await county.drop()
    })
    await fillCounty(county.ownerUrl, schema)
    const saved = path.join(fs.mkdtempSync(path.join(folder, 'saved-')), 'county.backup')
    await backUpTo(saved, county.ownerUrl)
    useDatabase(target)
    const disk = fillAmidRows()
    const { status, said } = await run(saved)
    vi.restoreAllMocks()
    expect(said.split('\n').at(-1)).toBe(problem)
    expect([status, disk.refused()]).toEqual([1, 1])
    expect(await queryRows(target, `select relname from pg_class where relnamespace = 'public'::regnamespace`)).toEqual(
      [],
    )
    expect(disk.made).toHaveLength(what === 'restore' ? 0 : 1)
    const names = disk.made.map((name) => `'${name}'`).join() || 'null'
    expect(await queryRows(target, `select datname from pg_database where datname in (${names})`)).toEqual([])
  },
)
