import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, escapeIdentifier } from 'pg'
import { loadMigrationUrls } from '#shared/node/configuration/env.ts'
import { getSqlState } from '#shared/node/platform/database/retry.ts'
import { describeUnreachable } from '#shared/node/platform/database/unreachable.ts'
import { describeFailure, isConnectionLost, isDiskFull, isNearlyFull } from '../backup/disk-full.ts'
import { findEmbeddedData, startEmbedded } from '../database/embedded-postgres.ts'
import { isRunning, stopPostmaster } from '../database/postmaster.ts'
import { CannotStart } from '../support/cannot-start.ts'
import type { RestoreTarget } from './restore-database.ts'

// cspell:ignore datdba

/** Names the folder that a drill leaves behind when it is killed by the machine and the process that made it. */
const machine = createHash('sha256').update(os.hostname()).digest('hex').slice(0, 8)
const prefix = 'land_alerts_drill'
const makeName = () => `${prefix}_${machine}_${process.pid}_${randomBytes(4).toString('hex')}`
/**
 * A name as makeName makes them: a database that an operator named similarly, such as land_alerts_drill_keep, stays.
 */
const madeName = /^land_alerts_drill_([0-9a-f]{8})_(\d+)_[0-9a-f]{8}$/

/**
 * A folder of a drill of this machine and user whose process has ended. In /tmp any user may create one of that name,
 * or a link.
 */
function isLeftOver(folder: string): boolean {
  const [, madeBy, pid] = madeName.exec(path.basename(folder)) ?? []
  if (madeBy !== machine || Number(pid) === process.pid || isRunning(Number(pid))) return false
  const found = fs.lstatSync(folder, { throwIfNoEntry: false })
  return found !== undefined && found.isDirectory() && found.uid === process.getuid?.()
}

/**
 * Runs `work` on an empty database that is removed afterwards. Removes those of killed runs, too.
 * @param onServer on the server that the environment names; otherwise in a PostgreSQL of its own
 * @throws Error in plain words if there can be none
 */
export const withTemporaryDatabase = <T>(
  { onServer }: { onServer: boolean },
  work: (target: RestoreTarget) => Promise<T>,
): Promise<T> => (onServer ? onGivenServer(work) : inOwnFolder(work))

async function inOwnFolder<T>(work: (target: RestoreTarget) => Promise<T>): Promise<T> {
  const temporary = os.tmpdir()
  const folders = list(temporary).map((name) => path.join(temporary, name))
  for (const left of folders.filter(isLeftOver)) await removeDatabase(left)
  const folder = path.join(temporary, makeName())
  // PostgreSQL runs as another user if we are root, and must reach the folder.
  fs.mkdirSync(folder, { mode: 0o711 })
  try {
    const embedded = await startEmbedded({ dataDir: folder })
    return await work({ url: embedded.ownerUrl(), appRole: 'app', howToEmpty: '' }).finally(() => embedded.stop())
  } catch (error) {
    // Without space for its write-ahead log, PostgreSQL stops, and says so only in its own log.
    const hasStopped = isConnectionLost(error) || error instanceof CannotStart
    if (!isDiskFull(error) && !(hasStopped && isNearlyFull(temporary))) throw error
    throw new Error(
      `The disk of ${temporary} is full. The copy needs space for the whole database: free some, set TMPDIR to another folder, or add --on-server.`,
      { cause: error },
    )
  } finally {
    await removeDatabase(folder)
  }
}

function list(temporary: string): string[] {
  try {
    fs.accessSync(temporary, fs.constants.W_OK)
    return fs.readdirSync(temporary)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(
      `Cannot write to ${temporary}, the folder for temporary files (${code}). Set TMPDIR to another one.`,
      {
        cause: error,
      },
    )
  }
}

/** Its data may be elsewhere: in a folder that PostgreSQL's user can enter. */
async function removeDatabase(folder: string): Promise<void> {
  if (!fs.existsSync(folder)) return
  const data = await findEmbeddedData(folder)
  await stopPostmaster(data)
  for (const one of [path.dirname(data), folder]) fs.rmSync(one, { recursive: true, force: true })
}

async function onGivenServer<T>(work: (target: RestoreTarget) => Promise<T>): Promise<T> {
  const { DATABASE_URL, MIGRATE_DATABASE_URL } = loadMigrationUrls()
  const given = MIGRATE_DATABASE_URL || DATABASE_URL
  if (!given) throw new Error('Set MIGRATE_DATABASE_URL or DATABASE_URL to a database of the server.')
  const name = makeName()
  const url = new URL(given)
  url.pathname = `/${name}`
  // This session holds the database's name for as long as the drill runs, also while no session is connected to the
  // database.
  return asAdmin(given, name, async (admin) => {
    await dropLeftOver(admin)
    await createDatabase(admin, name)
    const result = await work({
      url: url.href,
      appRole: new URL(DATABASE_URL || given).username,
      howToEmpty: '',
    }).catch(async (error: unknown) => {
      await dropAfterFailure(given, { name, error })
      throw error
    })
    await dropNow(given, name)
    return result
  })
}

const dropNow = (given: string, name: string) => asAdmin(given, name, (other) => dropDatabase(other, name))

/** A server that stopped because its disk was full is back within seconds, and then reclaims the space. */
const backWithinMs = 30_000

/** @throws Error in plain words if the database stays */
async function dropAfterFailure(given: string, { name, error }: { name: string; error: unknown }): Promise<void> {
  const end = performance.now() + backWithinMs
  for (;;) {
    try {
      await dropNow(given, name)
      return
    } catch (cause) {
      if (!isConnectionLost(error) || performance.now() > end)
        throw new Error(
          `${describeFailure(error)} The temporary database ${name} is still there: the next drill or rehearsal removes it.`,
          { cause },
        )
      await wait(500)
    }
  }
}

/**
 * Drops databases left by killed drills of this role, on any machine: each has all of the county's data. It is fine if
 * another drill drops the same one.
 */
async function dropLeftOver(admin: Client): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    `select datname from pg_database d where datname ~ $1 and pg_has_role(datdba, 'usage') and not exists (
       select from pg_stat_activity a where a.datname = d.datname or a.application_name = d.datname)`,
    [madeName.source.replace(String.raw`\d`, '[0-9]')],
  )
  for (const { datname } of rows) await dropDatabase(admin, datname).catch(() => {})
}

async function createDatabase(admin: Client, name: string): Promise<void> {
  await admin
    .query(`create database ${escapeIdentifier(name)} template template0 encoding 'UTF8'`)
    .catch((error: unknown) => {
      if (getSqlState(error) !== '42501') throw error
      throw new Error('This role may not create databases. Leave out --on-server, or give it the right.', {
        cause: error,
      })
    })
}

const dropDatabase = (admin: Client, name: string) =>
  admin.query(`drop database if exists ${escapeIdentifier(name)} with (force)`)

async function asAdmin<T>(url: string, name: string, work: (admin: Client) => Promise<T>): Promise<T> {
  const admin = new Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  admin.on('error', () => {}) // A lost connection also rejects the query that is waiting.
  await admin.connect().catch((error: unknown) => {
    throw new Error(describeUnreachable(error), { cause: error })
  })
  try {
    return await work(admin)
  } finally {
    await admin.end().catch(() => {})
  }
}
