import { readOptions } from '#shared/node/platform/command-line.ts'
import { migrate } from '#shared/node/platform/migrate/migrate.ts'
import { loadMigrationUrlsOrExit } from '#shared/node/platform/env.ts'
import { findEmbedded } from './embedded-postgres.ts'
import { postgresFolder } from './start/paths.ts'

readOptions(
  `Brings a database's schema up to this program's. Migrations only go forward.

  DATABASE_URL=… [MIGRATE_DATABASE_URL=…] npm run migrate

DATABASE_URL names the database and the role that server and worker use, MIGRATE_DATABASE_URL the owner of the tables,
where that is another. Without either, the database of the running demo.`,
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
