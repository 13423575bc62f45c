import { readOptions } from '#shared/node/platform/command-line.ts'
import { migrate } from '#shared/node/platform/migrate/migrate.ts'
import { loadMigrationUrlsOrExit } from '#shared/node/platform/env.ts'
import { findEmbedded } from './embedded-postgres.ts'
import { postgresFolder } from './start/paths.ts'

readOptions(
  `Migrates a database schema to the version of this program. Migrations only go forward.

  DATABASE_URL=… [MIGRATE_DATABASE_URL=…] npm run migrate

DATABASE_URL names the database and the role that server and worker use; MIGRATE_DATABASE_URL names the owner of the
tables, if another role owns them. Without either, the command uses the running demo.`,
  {},
)
const { DATABASE_URL: url, MIGRATE_DATABASE_URL } = loadMigrationUrlsOrExit()
const embedded = url ? undefined : await findEmbedded(postgresFolder)
const ownerUrl = MIGRATE_DATABASE_URL || url || embedded?.ownerUrl()
if (!ownerUrl) {
  console.error(
    'Set DATABASE_URL (and MIGRATE_DATABASE_URL, if another role owns the tables). "npm start" migrates the demo by itself.',
  )
  process.exit(78)
}
const appRole = new URL(url || embedded?.appUrl() || ownerUrl).username
try {
  const applied = await migrate({ ownerUrl, ...(appRole && { appRole }) })
  console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}.` : 'The schema is up to date.')
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
