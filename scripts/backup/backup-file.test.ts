import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { assertUndamaged, firstLine, formatManifest, formatSeal, type Manifest, openBackup } from './backup-file.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'backup-file-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

const manifest: Manifest = {
  startedAt: '2026-11-22T08:00:00.000Z',
  finishedAt: '2026-11-22T08:00:01.000Z',
  postgres: '18.4',
  migrations: [{ version: 1, name: 'accounts', checksum: null }],
  tables: [],
  partitions: [{ name: 'event_key_other', parent: 'event_key', bound: 'DEFAULT' }],
  sequences: [],
}

function seal(first: string, body: string): string {
  const content = `${first}some rows${body}`
  return content + formatSeal(Buffer.byteLength(body), createHash('sha256').update(content).digest('hex'))
}
const whole = seal(firstLine, formatManifest(manifest))

async function read(content: string): Promise<Manifest> {
  const file = path.join(folder, 'a.backup')
  fs.writeFileSync(file, content)
  const backup = await openBackup(file)
  await assertUndamaged(backup)
  return backup.manifest
}

test('a complete file is read', async () => {
  expect(await read(whole)).toEqual(manifest)
})

test('a file cut off anywhere is refused', async () => {
  for (let length = firstLine.length; length < whole.length; length++)
    await expect(read(whole.slice(0, length))).rejects.toThrow(/a\.backup is cut off: its end is missing\. Use another/)
})

test('a file is refused if any byte changed', async () => {
  const bytes = Buffer.from(whole)
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    await expect(read(changed.toString('latin1'))).rejects.toThrow(/a\.backup (is|was) /)
  }
})

describe('refused', () => {
  const withBound = (bound: string) => ({ ...manifest, partitions: [{ name: 'a', parent: 'b', bound }] })
  test.each([
    [
      'a file of pg_dump',
      'PGDMP and more',
      /is not a backup of this program\. Restore a file of pg_dump with pg_restore/,
    ],
    ['an empty file', '', /is not a backup of this program/],
    [
      'a newer form',
      seal('land-record-alerts backup 2\n', formatManifest(manifest)),
      /by a newer version of this program/,
    ],
    ['a manifest that is none', seal(firstLine, '{}\n'), /is damaged/],
    ['a manifest that is not JSON', seal(firstLine, 'manifest\n'), /is damaged/],
    [
      'a partition whose bound is a statement',
      seal(firstLine, formatManifest(withBound('DEFAULT; drop table audit_log'))),
      /is damaged/,
    ],
  ])('%s', async (_what, content, problem) => {
    await expect(read(content)).rejects.toThrow(problem)
  })

  test('a missing file is refused', async () => {
    await expect(openBackup('no-such.backup')).rejects.toThrow('File no-such.backup not found.')
  })
})
