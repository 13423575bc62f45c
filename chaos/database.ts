import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Client } from 'pg'
import { type Embedded, startEmbedded } from '#scripts/embedded-postgres.ts'
import { databaseUser } from '#scripts/embedded/binaries.ts'
import { clusterFolder } from '#scripts/embedded/cluster-folder.ts'
import { runningPostmaster } from '#scripts/embedded/postmaster.ts'
import { migrate } from '#shared/node/platform/migrate/migrate.ts'
import { withClient } from '#tests/helpers/with-client.ts'
import { ownRoot } from './support/own-root.ts'
import { guardFolders } from './support/temporary-folder.ts'
import { until } from './support/until.ts'

export type ChaosDatabase = {
  embedded: Embedded
  /** Ends it mid-work (SIGINT: a clean shutdown that breaks off running work) and waits until it was started again. */
  restart(signal?: 'SIGKILL' | 'SIGINT'): Promise<void>
  /** Runs work on a connection of the owner of the tables. */
  asOwner<T>(work: (client: Client) => Promise<T>): Promise<T>
  stop(): Promise<void>
}

/**
 * A migrated PostgreSQL in a temporary folder that restarts when it ends.
 * @param flags further arguments of `postgres`
 * @param root the folder of the program whose migrations it gets
 */
export async function startDatabase({
  flags = [],
  root = ownRoot,
}: { flags?: string[]; root?: string } = {}): Promise<ChaosDatabase> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'land-record-alerts-chaos-'))
  // PostgreSQL runs as another user where we are root, and must reach it.
  chmodSync(folder, 0o711)
  const dataDir = path.join(folder, 'postgres')
  const cluster = await clusterFolder(dataDir, databaseUser())
  const data = path.join(cluster, 'data')
  const guard = guardFolders([folder, cluster], [data])
  const remove = () => {
    guard.kill('SIGKILL')
    rmSync(cluster, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
  const embedded = await startMigrated({ dataDir, flags, root }).catch((error: unknown) => {
    remove()
    throw error
  })
  return {
    embedded,
    restart: async (signal = 'SIGKILL') => {
      const before = runningPostmaster(data)
      if (!before) throw new Error('There is no PostgreSQL to kill.')
      process.kill(before.pid, signal)
      await until(
        'PostgreSQL is back',
        async () => runningPostmaster(data)?.pid !== before.pid && isAnswering(embedded.ownerUrl()),
      )
    },
    asOwner: (work) => withClient(embedded.ownerUrl(), work),
    stop: async () => {
      await embedded.stop()
      remove()
    },
  }
}

/** @throws Error if a migration fails; PostgreSQL is stopped */
async function startMigrated({
  dataDir,
  flags,
  root,
}: {
  dataDir: string
  flags: string[]
  root: string
}): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir, flags })
  try {
    await (root === ownRoot ? migrate({ ownerUrl: embedded.ownerUrl(), appRole: 'app' }) : migrateBy(root, embedded))
    return embedded
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

/** Migrates with the command of another checkout. */
export async function migrateBy(root: string, embedded: Embedded): Promise<void> {
  await promisify(execFile)(process.execPath, [path.join(root, 'scripts/migrate.ts')], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: embedded.appUrl(), MIGRATE_DATABASE_URL: embedded.ownerUrl() },
  })
}

const isAnswering = (url: string): Promise<boolean> =>
  withClient(url, (client) => client.query('select 1')).then(
    () => true,
    () => false,
  )
