// cspell:ignore autovacuum seqscans shdepend
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Client } from 'pg'
import { hashPath, ensureOwnFolder } from '#scripts/database/binaries.ts'
import { startEmbedded, type Embedded } from '#scripts/database/embedded-postgres.ts'
import { isRunning, runningPostmaster } from '#scripts/database/postmaster.ts'
import { migrate } from '#shared/node/platform/migrate/migrate.ts'
import { withClient } from './with-client.ts'

/** The test cluster's addresses; plain data, so that it can be passed to the test processes. */
export type TestCluster = { adminUrl: string; appUrl: string; template: string }

export type TestDatabase = { ownerUrl: string; appUrl: string; drop(): Promise<void> }

const root = path.resolve(import.meta.dirname, '../..')
const flags = [
  'max_connections=400',
  'shared_buffers=64MB',
  'jit=off',
  // The standby never exists. Only a database that asks to (standby.ts) waits for it; other commits are not synchronous.
  'synchronous_standby_names=nobody',
  // Figures of tables change only when a test asks; rows come in the same order in each run if no query asks for one.
  'autovacuum=off',
  'synchronize_seqscans=off',
  'max_parallel_workers_per_gather=0',
  // Of the app's password, which is made up: thousands of connections are opened.
  'scram_iterations=1',
].flatMap((setting) => ['-c', setting])

/**
 * Starts (or joins) this checkout's one PostgreSQL for tests and creates the migrated template database if migrations
 * have changed. Concurrent runs share it; the last one stops it; its folder is kept.
 */
export async function startTestCluster(): Promise<TestCluster & { stop(): Promise<void> }> {
  const embedded = await startPersistent()
  try {
    const template = await ensureTemplate(embedded)
    return { adminUrl: embedded.ownerUrl('postgres'), appUrl: embedded.appUrl(), template, stop: embedded.stop }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

/** Creates a database with the whole schema: the template's files are copied, which costs a third of copying their blocks through the log. */
export async function createDatabase({ adminUrl, appUrl, template }: TestCluster): Promise<TestDatabase> {
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`
  await withClient(adminUrl, (admin) => admin.query(`create database ${name} template ${template} strategy file_copy`))
  return {
    ownerUrl: withDatabaseName(adminUrl, name),
    appUrl: withDatabaseName(appUrl, name),
    drop: () =>
      withClient(adminUrl, async (admin) => {
        await admin.query(`drop database if exists ${name} with (force)`)
      }),
  }
}

/** With fsync off, a crash of the machine may leave a broken cluster, which is then created again. */
async function startPersistent(): Promise<Embedded> {
  const folder = ensureOwnFolder(path.join(os.tmpdir(), `land-record-alerts-test-${hashPath(root)}`), 0o711)
  const options = { dataDir: path.join(folder, 'postgres'), fsync: false, shared: true, flags }
  try {
    return await startEmbedded(options)
  } catch (error) {
    if (runningPostmaster(path.join(options.dataDir, 'data'))) throw error
    fs.rmSync(options.dataDir, { recursive: true, force: true })
    return startEmbedded(options)
  }
}

async function ensureTemplate(embedded: Embedded): Promise<string> {
  const template = `template_${schemaHash()}`
  await withClient(embedded.ownerUrl('postgres'), async (admin) => {
    // One maker at a time; the lock ends with this connection.
    await admin.query('select pg_advisory_lock(1)')
    const { rows } = await admin.query<{ datname: string }>('select datname from pg_database')
    const names = rows.map((row) => row.datname)
    // What each test's database leaves behind here; nothing else cleans it up.
    await admin.query('vacuum pg_database, pg_shdepend')
    if (names.includes(template)) return
    await dropLeftovers(admin, names)
    const fresh = `${template}_new`
    await admin.query(`drop database if exists ${fresh} with (force)`)
    await admin.query(`create database ${fresh}`)
    await migrate({ ownerUrl: embedded.ownerUrl(fresh), appRole: 'app' })
    // Renamed only when complete; closed to connections, because a template in use cannot be copied.
    await admin.query(`alter database ${fresh} with allow_connections false`)
    await admin.query(`alter database ${fresh} rename to ${template}`)
  })
  return template
}

/** Drops leftovers of earlier runs: databases of ended processes, and all templates but the last two. */
async function dropLeftovers(admin: Client, names: string[]): Promise<void> {
  const left = names.filter((name) => /^test_\d+_/.test(name) && !isRunning(Number(name.split('_')[1])))
  const old = await admin.query<{ datname: string }>(
    `select datname from pg_database where datname ~ '^template_[0-9a-f]+$' order by oid desc offset 2`,
  )
  for (const name of [...left, ...old.rows.map((row) => row.datname)]) {
    await admin.query(`drop database if exists ${name} with (force)`)
  }
}

/** Changes whenever the migrated database would: with migrations, their runner and its grants, and package versions. */
function schemaHash(): string {
  const hash = createHash('sha256')
  const folders = [
    'migrations',
    'shared/node/platform/database',
    'shared/node/platform/migrate',
    'shared/node/platform/queue',
  ]
  const files = folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(sql|ts)$/.test(name) && !name.endsWith('.test.ts'))
      .map((name) => path.join(folder, name)),
  )
  for (const file of [...files.toSorted(), 'package-lock.json']) {
    hash
      .update(file)
      .update('\0')
      .update(fs.readFileSync(path.join(root, file)))
      .update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

function withDatabaseName(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
