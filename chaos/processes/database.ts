import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Client, escapeIdentifier, escapeLiteral } from 'pg'
import { databaseUser } from '#scripts/database/binaries.ts'
import { clusterFolder } from '#scripts/database/cluster-folder.ts'
import { type Embedded, startEmbedded } from '#scripts/database/embedded-postgres.ts'
import { runningPostmaster } from '#scripts/database/postmaster.ts'
import { migrate } from '#shared/node/platform/migrate/migrate.ts'
import { withClient } from '#tests/helpers/with-client.ts'
import { ownRoot } from '../support/own-root.ts'
import { guardFolders } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'
import { type Command, type CommandResult, runCommand } from './run-command.ts'

export type ChaosDatabase = {
  embedded: Embedded
  /** Ends it mid-work (SIGINT: a clean shutdown that breaks off running work) and waits until it was started again. */
  restart(signal?: 'SIGKILL' | 'SIGINT'): Promise<void>
  /** Runs work on a connection of the administrator, who may do everything with the tables. */
  asOwner<T>(work: (client: Client) => Promise<T>): Promise<T>
  /** Runs a command of the program as the owner of the tables. */
  run(command: Command): Promise<CommandResult>
  stop(): Promise<void>
}

/**
 * A migrated PostgreSQL in a temporary folder that restarts when it ends.
 * @param flags further arguments of `postgres`
 * @param root the folder of the program whose migrations it gets
 * @param tableOwner a role that owns the tables and is not an administrator; without it, the administrator owns them
 */
export async function startDatabase({
  flags = [],
  root = ownRoot,
  tableOwner,
}: { flags?: string[]; root?: string; tableOwner?: string } = {}): Promise<ChaosDatabase> {
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
  const { embedded, commandEnv } = await startMigrated({ dataDir, flags, root, tableOwner }).catch((error: unknown) => {
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
    run: (command) => runCommand(root, commandEnv, command),
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
  tableOwner,
}: {
  dataDir: string
  flags: string[]
  root: string
  tableOwner: string | undefined
}): Promise<{ embedded: Embedded; commandEnv: NodeJS.ProcessEnv }> {
  const embedded = await startEmbedded({ dataDir, flags })
  try {
    const ownerUrl =
      tableOwner === undefined ? embedded.ownerUrl() : await addTableOwner(embedded.ownerUrl(), tableOwner)
    const commandEnv = toCommandEnv(embedded.appUrl(), ownerUrl)
    await (root === ownRoot ? migrate({ ownerUrl, appRole: 'app' }) : migrateWith(root, commandEnv))
    return { embedded, commandEnv }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

/** @returns the address with that role */
async function addTableOwner(ownerUrl: string, role: string): Promise<string> {
  const { pathname } = new URL(ownerUrl)
  const owner = escapeIdentifier(role)
  await withClient(ownerUrl, (client) =>
    client.query(
      `create role ${owner} login password ${escapeLiteral(role)};
       alter database ${escapeIdentifier(pathname.slice(1))} owner to ${owner};
       alter schema public owner to ${owner}`,
    ),
  )
  return Object.assign(new URL(ownerUrl), { username: role, password: role }).href
}

const toCommandEnv = (appUrl: string, ownerUrl: string): NodeJS.ProcessEnv => ({
  DATABASE_URL: appUrl,
  MIGRATE_DATABASE_URL: ownerUrl,
})

/** Migrates with the command of another checkout. */
export const migrateBy = (root: string, { appUrl, ownerUrl }: Embedded): Promise<void> =>
  migrateWith(root, toCommandEnv(appUrl(), ownerUrl()))

/** @throws Error with what the command said */
async function migrateWith(root: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { status, said } = await runCommand(root, env, { name: 'migrate' })
  if (status !== 0) throw new Error(said)
}

const isAnswering = (url: string): Promise<boolean> =>
  withClient(url, (client) => client.query('select 1')).then(
    () => true,
    () => false,
  )
