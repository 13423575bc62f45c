import { loadEnv } from '#shared/node/configuration/env.ts'
import { readOptions } from '#shared/node/platform/command-line.ts'
import { buildClientIfStale } from './start/client-build.ts'
import { choosePort } from './start/port.ts'
import { prepareDemo } from './start/prepare-demo.ts'
import { runSession, type Session } from './start/session.ts'
import { logFile } from './start/supervise.ts'
import { welcome } from './start/welcome.ts'
import { CannotStart } from './support/cannot-start.ts'
import { dataFolder } from './support/paths.ts'

/**
 * `npm start`: everything, in one terminal. Without DATABASE_URL the demo county on an embedded PostgreSQL; with it,
 * server and worker on that database, migrated and nothing else. Ctrl-C stops all of it.
 */
readOptions(
  `Starts everything in this terminal; Ctrl-C stops all of it.

  npm start                       the demo county, on an embedded PostgreSQL in .data; delete .data to start over
  DATABASE_URL=… npm start        migrates that database, then starts server and worker on it; .env.example lists all variables
  PORT=8080 npm start             uses a port other than 3000`,
  {},
)
await runSession(process.env.DATABASE_URL ? startOnGivenDatabase : startDemo)

async function startDemo({ say, run, database }: Session): Promise<void> {
  const preparing = prepareDemo(say, database)
  const built = buildClientIfStale(say)
  built.catch(() => {}) // Awaited below; a failure of the database is reported first.
  const demo = await preparing
  const worker = run('worker', { env: demo.env, log: logFile(dataFolder, 'worker') })
  await built
  const server = run('server', { env: demo.env, log: logFile(dataFolder, 'server') })
  const [{ address = demo.address }] = await Promise.all([server.ready, worker.ready])
  say(welcome(await demo.opened(address), demo.env))
}

async function startOnGivenDatabase({ say, run }: Session): Promise<void> {
  const { DATABASE_URL, MIGRATE_DATABASE_URL, HOST, PORT, PUBLIC_URL, DRAIN_SECONDS } = loadEnv()
  const appRole = new URL(DATABASE_URL).username
  const owner = MIGRATE_DATABASE_URL
    ? { ownerUrl: MIGRATE_DATABASE_URL, variable: 'MIGRATE_DATABASE_URL' }
    : { ownerUrl: DATABASE_URL, variable: 'DATABASE_URL' }
  const { migrate } = await import('#shared/node/platform/migrate/migrate.ts')
  await Promise.all([
    migrate({ ...owner, ...(appRole && { appRole }), report: say }).catch((error: Error) => {
      throw new CannotStart(error.message, { cause: error })
    }),
    buildClientIfStale(say),
    choosePort(HOST, { wanted: PORT }),
  ])
  const env = { NODE_ENV: 'production', ...process.env, MIGRATE_DATABASE_URL: undefined }
  await Promise.all([run('worker', { env }).ready, run('server', { env, drainMs: DRAIN_SECONDS * 1000 }).ready])
  say(`Ready: ${PUBLIC_URL}`)
}
