import { loadGrantUrlsOrExit } from '#shared/node/configuration/env.ts'
import { readOptions } from '#shared/node/platform/command-line.ts'
import { migrate } from '#shared/node/platform/migrate/migrate.ts'
import { findEmbedded } from './database/embedded-postgres.ts'
import { postgresFolder } from './support/paths.ts'

const options = readOptions(
  `Migrates a database schema to the version of this program. Migrations only go forward.

  DATABASE_URL=… [MIGRATE_DATABASE_URL=…] npm run migrate
  npm run migrate -- --rehearse FILE

DATABASE_URL names the database and the role that server and worker use; MIGRATE_DATABASE_URL names the owner of the
tables, if another role owns them. Without either, the command uses the running demo.

  --rehearse FILE   migrates only a temporary copy of this backup (npm run backup), and tells how long each migration
                    takes and which tables it locks meanwhile
  --on-server       puts the copy on the server of that database, whose role must be allowed to create databases;
                    otherwise it is in a PostgreSQL of its own in the folder for temporary files (TMPDIR)
  --key FILE        of an encrypted backup, the file with the private key`,
  { rehearse: { type: 'string' }, key: { type: 'string' }, 'on-server': { type: 'boolean', default: false } },
)
const file = options.rehearse
// A forgotten file must not make it migrate the database itself.
if (file === undefined && options['on-server']) {
  console.error('--on-server goes with --rehearse FILE only. Nothing was migrated.')
  process.exit(2)
}
if (file !== undefined) {
  const { rehearseCommand } = await import('./migrate/rehearse-command.ts')
  const { runCommand } = await import('./backup/run-command.ts')
  await runCommand((_args, terminal) =>
    rehearseCommand(file, { onServer: options['on-server'], keyFile: options.key }, terminal),
  )
}
const { DATABASE_URL: url, MIGRATE_DATABASE_URL } = loadGrantUrlsOrExit()
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
  const applied = await migrate({ ownerUrl, ...(appRole && { appRole }), report: (line) => console.error(line) })
  console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}.` : 'The schema is up to date.')
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
