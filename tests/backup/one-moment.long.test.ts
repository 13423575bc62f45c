import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '#scripts/backup/session.ts'
import { writeBackup } from '#scripts/backup/write-backup.ts'
import { createEmptyDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { never, queryRows } from './commands.ts'
import { fillCounty } from './made-backup.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'one-moment-'))
let source: TestDatabase
beforeAll(async () => {
  source = await createEmptyDatabase()
  await fillCounty(source.ownerUrl, 'current')
})
afterAll(async () => {
  await source.drop()
  fs.rmSync(folder, { recursive: true })
})

async function countUsers(): Promise<number | undefined> {
  const [row] = await queryRows<{ users: number }>(source, 'select count(*)::int as users from "user"')
  return row?.users
}

test('a backup has every table as it was at one moment, whatever is written while it reads them', async () => {
  const before = (await countUsers()) ?? 0
  let isWritten = false
  const client = await openSession(source.ownerUrl, 'backup')
  const manifest = await writeBackup(client, path.join(folder, 'county.backup'), {
    signal: never,
    // This process does nothing else until that is committed, so all tables after the first are read later.
    onProgress: () => {
      if (isWritten) return
      isWritten = true
      execFileSync(process.execPath, [path.join(import.meta.dirname, 'write-meanwhile.ts'), source.ownerUrl])
    },
  })
  await client.end()
  expect(await countUsers()).toBe(before + 1)
  const rows = Object.fromEntries(manifest.tables.map((table) => [table.name, table.rows]))
  expect(Object.keys(rows).indexOf('user')).toBeGreaterThan(1)
  expect(rows).toMatchObject({ user: before, schema_migration: manifest.migrations.length })
})
