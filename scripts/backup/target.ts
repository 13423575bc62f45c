import fs from 'node:fs'
import { loadGrantUrls, loadMigrationUrls } from '#shared/node/configuration/env.ts'
import { findEmbedded, startEmbedded } from '../database/embedded-postgres.ts'
import { openDataFolder, postgresFolder } from '../support/paths.ts'

export type Target = {
  /** Connects as the owner of the tables, or as the application if no owner is configured. */
  url: string
  /** The environment variable that held the address. */
  variable?: string
  /** The role of server and worker. */
  appRole: string
  /** How to get an empty database in its place. */
  howToEmpty: string
}

/**
 * Runs `work` on the database that the environment names, or else on the demo's, which it starts if it is not running.
 * @param create for a restore: creates the demo's database if it is missing, and needs the role of server and worker
 * @throws Error in plain words if there is no database
 */
export async function withTarget<T>(work: (target: Target) => Promise<T>, { create = false } = {}): Promise<T> {
  const { DATABASE_URL, MIGRATE_DATABASE_URL } = create ? loadGrantUrls() : loadMigrationUrls()
  const url = MIGRATE_DATABASE_URL || DATABASE_URL
  if (url) {
    const variable = MIGRATE_DATABASE_URL ? 'MIGRATE_DATABASE_URL' : 'DATABASE_URL'
    return work({ url, variable, appRole: new URL(DATABASE_URL || url).username, howToEmpty: aside })
  }
  const howToEmpty = `To replace the demo's data, stop the demo with Ctrl-C, delete ${postgresFolder}, and restore again.`
  const running = await findEmbedded(postgresFolder)
  if (running) return work({ url: running.ownerUrl(), appRole: 'app', howToEmpty })
  if (!create && !fs.existsSync(postgresFolder))
    throw new Error('Set DATABASE_URL to the database. The demo has none yet: "npm start" creates it.')
  openDataFolder()
  const embedded = await startEmbedded({ dataDir: postgresFolder })
  try {
    return await work({ url: embedded.ownerUrl(), appRole: 'app', howToEmpty })
  } finally {
    await embedded.stop()
  }
}

const aside = 'Set the database aside and create an empty one: see "Restore" in docs/operations.md.'
