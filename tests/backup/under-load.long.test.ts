import { fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { restoreCommand } from '#scripts/restore/restore-command.ts'
import { createEmptyDatabase } from '#tests/helpers/database.ts'
import { runRestore } from '../../chaos/harness/restore.ts'
import { queryRows, runCommand, useDatabase } from './commands.ts'
import { backUpTo, fillCounty } from './made-backup.ts'

// cspell:ignore datname regnamespace relnamespace

test('a backup made while records come in and messages go out loses none, repeats no text, and marks every repeated email', async () => {
  const report = await runRestore({
    deliveries: 600,
    alerts: 2_000,
    answerMs: 100,
    deliveryClock: 600,
    seed: 20261123,
    print: () => {},
    by: 'commands',
  })
  expect(report.breaches).toEqual([])
  expect(report.sentSince).toBeGreaterThan(200)
  expect(report.again).toBeGreaterThan(50)
}, 300_000)

async function makeBackup() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'drill-test-'))
  const source = await createEmptyDatabase()
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await source.drop()
    fs.rmSync(folder, { recursive: true })
  })
  await fillCounty(source.ownerUrl, 'older')
  const file = path.join(folder, 'county.backup')
  await backUpTo(file, source.ownerUrl)
  return { source, file }
}

test('a restore that is killed leaves the database empty', async () => {
  const { file } = await makeBackup()
  const target = await createEmptyDatabase()
  const client = new Client({ connectionString: target.ownerUrl })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await target.drop()
  })
  const child = fork(path.resolve(import.meta.dirname, 'kill-at-indexes.ts'), [target.ownerUrl, file], { execArgv: [] })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  const ask = async (sql: string) => (await client.query(sql)).rows
  const sessions = `select from pg_stat_activity where datname = current_database() and application_name = 'land-alerts restore'`
  await vi.waitFor(async () => expect(await ask(sessions)).toEqual([]), 60_000)
  expect(await ask(`select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([])
})

test.each([
  ['in a PostgreSQL of its own', []],
  ['on the given server', ['--on-server']],
])('a drill %s finds every table equal, and leaves nothing', async (_where, options) => {
  const { source, file } = await makeBackup()
  useDatabase(source)
  const { status, said } = await runCommand(restoreCommand, ['--drill', ...options, file])
  expect(status).toBe(0)
  expect(said).toMatch(/^Every table is as in the backup\.$/m)
  const [audit] = await queryRows<{ links: number }>(source, 'select count(*)::int as links from audit_chain')
  expect(said).toContain(`The audit chain is intact: ${audit?.links} links`)
  expect(fs.readdirSync(os.tmpdir()).filter((name) => name.includes(`_${process.pid}_`))).toEqual([])
  const left = `select datname from pg_database where datname like '%drill%${process.pid}%'`
  expect(await queryRows(source, left)).toEqual([])
})
