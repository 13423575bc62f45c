import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { startEmbedded } from '#scripts/database/embedded-postgres.ts'
import { runningPostmaster } from '#scripts/database/postmaster.ts'
import { migrate } from '#shared/node/platform/migrate/migrate.ts'
import { withClient } from '#tests/helpers/with-client.ts'

/** Differences from PostgreSQL's defaults. fsync and synchronous_commit stay on, as in production. */
export const postgresSettings = {
  shared_buffers: '1GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  max_connections: '100',
  jit: 'off',
} as const

/** Addresses of a database, as its application opens it and as the owner of its tables does. */
export type DatabaseUrls = { url: string; ownerUrl: string }

export type BenchDatabase = DatabaseUrls & { drop(): Promise<void> }

export type BenchCluster = {
  version: string
  /** The settings in effect, as the server reports them. */
  durability: string
  /** Id of PostgreSQL's parent process. */
  pid: number
  /** Creates a migrated database, without rows or copied from one that has no connections; or one without a schema. */
  create(name: string, from?: BenchDatabase | 'empty'): Promise<BenchDatabase>
  stop(): Promise<void>
}

/** A separate PostgreSQL in a temporary folder, which is deleted afterwards. */
export async function startCluster(): Promise<BenchCluster> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'land-record-alerts-bench-'))
  // PostgreSQL runs as another user where we are root, and must reach it.
  chmodSync(folder, 0o711)
  const flags = Object.entries(postgresSettings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const embedded = await startEmbedded({ dataDir: path.join(folder, 'postgres'), flags })
  const admin = new Client({ connectionString: embedded.ownerUrl('postgres') })
  await admin.connect()
  const shown = async (setting: string) =>
    Object.values((await admin.query(`show ${setting}`)).rows[0] as object)[0] as string
  const names = new Map<BenchDatabase, string>()
  const migrated = 'migrated'
  await admin.query(`create database ${migrated}`)
  await migrate({ ownerUrl: embedded.ownerUrl(migrated), appRole: 'app' })

  return {
    version: await shown('server_version'),
    durability: `fsync ${await shown('fsync')}, synchronous_commit ${await shown('synchronous_commit')}`,
    pid: runningPostmaster(await shown('data_directory'))!.pid,
    async create(name, from) {
      const template = from === 'empty' ? 'template0' : from ? names.get(from) : migrated
      await createDatabaseWhenFree(admin, `create database ${name} template ${template}`)
      const ownerUrl = embedded.ownerUrl(name)
      const database = {
        url: embedded.appUrl(name),
        ownerUrl,
        drop: async () => void (await admin.query(`drop database if exists ${name} with (force)`)),
      }
      names.set(database, name)
      return database
    },
    async stop() {
      await admin.end()
      await embedded.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A closed connection lingers for a moment, and a database with connections cannot be copied. */
async function createDatabaseWhenFree(admin: Client, statement: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await admin.query(statement)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || tries >= 100) throw error
      await wait(100)
    }
  }
}

/** Runs `work` with one connection as the owner. */
export const withOwner = <T>({ ownerUrl }: DatabaseUrls, work: (client: Client) => Promise<T>): Promise<T> =>
  withClient(ownerUrl, work)
