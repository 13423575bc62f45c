import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { startEmbedded } from '#scripts/database/embedded-postgres.ts'
import { runningPostmaster } from '#scripts/database/postmaster.ts'

const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'revive-'))
fs.chmodSync(parent, 0o711)
afterAll(() => fs.rmSync(parent, { recursive: true, force: true }))

const answers = async (url: string) => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  return client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => true,
      () => false,
    )
    .finally(() => client.end().catch(() => {}))
}

test('retries a PostgreSQL that cannot restart, as on a full disk', async () => {
  const lines: string[] = []
  const embedded = await startEmbedded({
    dataDir: path.join(parent, 'postgres'),
    fsync: false,
    onRestart: (line) => lines.push(line),
  })
  const data = path.join(parent, 'postgres', 'data')
  const { port } = embedded
  const needed = path.join(data, 'postgresql.conf')
  try {
    fs.renameSync(needed, `${needed}.away`)
    process.kill(runningPostmaster(data)!.pid, 'SIGKILL')
    await vi.waitUntil(() => lines.length === 2, { timeout: 60_000 })
    expect(lines[1]).toContain('PostgreSQL does not start. We keep trying.')
    fs.renameSync(`${needed}.away`, needed)
    await vi.waitUntil(() => answers(embedded.appUrl()), { timeout: 60_000, interval: 100 })
    await vi.waitUntil(() => lines.length === 3, { timeout: 60_000 })
    expect(lines[2]).toBe('PostgreSQL is running again.')
    // Server and worker know it by this address only.
    expect(embedded.port).toBe(port)
  } finally {
    await embedded.stop()
  }
  expect(runningPostmaster(data)).toBeUndefined()
})

test('a stop ends while PostgreSQL cannot start', async () => {
  const lines: string[] = []
  const dataDir = path.join(parent, 'stopped')
  const embedded = await startEmbedded({ dataDir, fsync: false, onRestart: (line) => lines.push(line) })
  const data = path.join(dataDir, 'data')
  fs.renameSync(path.join(data, 'postgresql.conf'), path.join(data, 'postgresql.conf.away'))
  process.kill(runningPostmaster(data)!.pid, 'SIGKILL')
  await vi.waitUntil(() => lines.length === 1, { timeout: 60_000 })
  await embedded.stop()
  expect(runningPostmaster(data)).toBeUndefined()
})
