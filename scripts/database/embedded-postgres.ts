import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { CannotStart } from '../support/cannot-start.ts'
import { databaseUser, postgresBinaries } from './binaries.ts'
import { AlreadyRunning, claim, type Claim } from './claim.ts'
import {
  checkOwner,
  checkVersion,
  clusterFolder,
  ensureCluster,
  readPasswords,
  type Passwords,
} from './cluster-folder.ts'
import { runningPostmaster, startOrJoin, stopPostmaster, onceGone } from './postmaster.ts'

/** The product's default database name. */
const productDatabase = 'land_record_alerts'

type EmbeddedUrls = {
  /** Address for the role that owns the tables, for migrations. */
  ownerUrl(database?: string): string
  /** Address for the role of the server and worker. */
  appUrl(database?: string): string
  port: number
}

export type Embedded = EmbeddedUrls & {
  /** A PostgreSQL left behind by a killed start was taken over. */
  reused: boolean
  /** Tells a second start in this folder the first one's address. */
  announce(address: string): Promise<void>
  /** Stops PostgreSQL; a shared one only if no other process uses it. */
  stop(): Promise<void>
  /** Stops it and deletes its data, wherever it is stored: for temporary databases. */
  remove(): Promise<void>
}

type EmbeddedOptions = {
  dataDir: string
  /** false gives up safety against power loss, for tests. */
  fsync?: boolean
  /** Further arguments of `postgres`. */
  flags?: string[]
  /**
   * Allows several processes to share this database, and the last one stops it; otherwise a second start is refused.
   */
  shared?: boolean
  /** Called when PostgreSQL died and is being restarted, does not start, or runs again. */
  onRestart?: (line: string) => void
}

const restartEveryMs = 2_000
const withoutFsync = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off']

/**
 * Starts PostgreSQL on a folder, and first creates the cluster, the database and the two roles if missing. Restarts it
 * on the same port whenever it dies while this process lives.
 * @throws AlreadyRunning if another start has it (not with `shared`); CannotStart if it does not come up
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const user = databaseUser()
  const binaries = postgresBinaries(user)
  const folder = await clusterFolder(options.dataDir, user)
  const passwords = await ensureCluster(folder, binaries, user)
  const data = path.join(folder, 'data')
  checkOwner(data, user)
  checkVersion(data)
  const flags = [...(options.fsync === false ? withoutFsync : []), ...(options.flags ?? [])]
  const log = trimLog(folder)

  const giveUp = new AbortController()
  const start = (port?: number) => startOrJoin({ binaries, data, log, user, flags }, port, giveUp.signal)

  let current = await start()
  const urls = toUrls(passwords, () => current.port)
  let address = ''
  const claimed = async (port?: number): Promise<Claim> => {
    for (let attempt = 0; ; attempt++) {
      try {
        const taken = await claim(urls.ownerUrl('postgres'), options.shared ?? false)
        if (address) await taken.announce(address)
        return taken
      } catch (error) {
        // Another process may be stopping it right now: wait until it ends, then start it again.
        if (attempt >= 400 || !isStopping(error, data, options.shared)) throw error
        await wait(50)
        current = await start(port)
      }
    }
  }
  const opened = async (): Promise<Claim> => {
    try {
      const taken = await claimed()
      await ensureRolesAndDatabase(urls, passwords)
      return taken
    } catch (error) {
      if (error instanceof AlreadyRunning) throw error
      // Stopped here, because no caller has it yet.
      if (current.child) await stopPostmaster(data)
      throw new CannotStart(
        `Cannot use the database in ${data} (${(error as Error).message}). See ${log}. Restore a copy of ${folder}, or remove it to start over.`,
        { cause: error },
      )
    }
  }
  let held = await opened()

  let stopping = false
  const restart = async () => {
    if (stopping) return
    options.onRestart?.('PostgreSQL stopped unexpectedly. Starting it again.')
    await held.end()
    for (let reported = false; ;) {
      try {
        current = await start(current.port)
        held = await claimed(current.port)
        if (reported) options.onRestart?.('PostgreSQL is running again.')
        break
      } catch (error) {
        if (stopping) return
        if (error instanceof AlreadyRunning) throw error
        // The disk may be full; it can start once someone has freed space.
        if (!reported) options.onRestart?.(`PostgreSQL does not start. We keep trying. ${(error as Error).message}`)
        reported = true
        await wait(restartEveryMs, undefined, { signal: giveUp.signal }).catch(() => {})
      }
    }
    watch()
  }
  let reviving = Promise.resolve()
  const watch = () =>
    onceGone(data, current.child, () => {
      reviving = restart().catch((error: unknown) => {
        options.onRestart?.(`Could not restart PostgreSQL: ${String(error)}`)
      })
    })
  watch()

  const stop = async () => {
    stopping = true
    giveUp.abort()
    await reviving
    const last = !options.shared || (await held.release().catch(() => true))
    if (last) await stopPostmaster(data)
    await held.end()
    current.child?.unref()
  }
  return {
    ...urls,
    get port() {
      return current.port
    },
    reused: current.reused,
    announce: async (where) => {
      address = where
      await held.announce(where)
    },
    stop,
    remove: async () => {
      await stop()
      for (const dir of new Set([folder, options.dataDir])) fs.rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Where the embedded database of this folder keeps its data. */
export const findEmbeddedData = async (dataDir: string): Promise<string> =>
  path.join(await clusterFolder(dataDir, databaseUser()), 'data')

/** The addresses of the embedded database running on this folder, for command-line tools; undefined if none runs. */
export async function findEmbedded(dataDir: string): Promise<EmbeddedUrls | undefined> {
  if (!fs.existsSync(dataDir)) return undefined
  const folder = await clusterFolder(dataDir, databaseUser())
  const found = runningPostmaster(path.join(folder, 'data'))
  if (found?.status !== 'ready') return undefined
  return toUrls(readPasswords(folder), () => found.port)
}

function toUrls(passwords: Passwords, port: () => number): EmbeddedUrls {
  const url = (role: keyof Passwords, database = productDatabase) =>
    `postgres://${role}:${passwords[role]}@127.0.0.1:${port()}/${database}`
  return {
    ownerUrl: (database) => url('owner', database),
    appUrl: (database) => url('app', database),
    get port() {
      return port()
    },
  }
}

function isStopping(error: unknown, data: string, shared?: boolean): boolean {
  const cannotConnectNow = (error as { code?: string }).code === '57P03'
  return cannotConnectNow || !runningPostmaster(data) || (shared === true && error instanceof AlreadyRunning)
}

async function ensureRolesAndDatabase(urls: EmbeddedUrls, passwords: Passwords): Promise<void> {
  const client = new Client({ connectionString: urls.ownerUrl('postgres'), connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists(select from pg_roles where rolname = 'app') as role,
              exists(select from pg_database where datname = $1) as database`,
      [productDatabase],
    )
    if (!rows[0]?.role) await ignoreExisting(client, `create role app login password '${passwords.app}'`)
    if (!rows[0]?.database) await ignoreExisting(client, `create database ${productDatabase}`)
  } finally {
    await client.end()
  }
}

/** Two users of a shared database may both find the role missing; the second one's error is harmless. */
async function ignoreExisting(client: Client, statement: string): Promise<void> {
  const alreadyThere = new Set(['42710', '42P04', '23505'])
  await client.query(statement).catch((error: { code?: string }) => {
    if (!alreadyThere.has(error.code ?? '')) throw error
  })
}

/** Kept across restarts, because it shows their cause, but limited in size. */
function trimLog(folder: string): string {
  const log = path.join(folder, 'postgres.log')
  if (fs.existsSync(log) && fs.statSync(log).size > 5_000_000) fs.renameSync(log, `${log}.old`)
  return log
}

export { AlreadyRunning }
