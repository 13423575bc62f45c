import { SingleBar } from 'cli-progress'
import { sql } from 'kysely'
import { parseArgs } from 'node:util'
import { loadDatabaseUrl } from '#shared/node/configuration/env.ts'
import type { Connection, Db } from '#shared/node/platform/database/client.ts'
import { schemaProblem } from '#shared/node/platform/migrate/schema-problem.ts'
import { findEmbedded } from '../database/embedded-postgres.ts'
import { connectOrExplain } from '../readers/open-database.ts'
import { postgresFolder } from '../support/paths.ts'
import { findOtherData, isSameDatabase } from './find-other-data.ts'
import { loadResidents } from './load-residents.ts'

const help = `Fills a database with made-up residents, to test the service at the size of a large county: accounts that
nobody can log in to, about one alert each, emails, phones, history and audit rows.

  npm run load -- [--users 1000000] [--seed 1]

  --users N   total number of residents. Existing ones are skipped, so you can rerun an interrupted load, and a
              larger load adds to a smaller one
  --seed N    another number creates other residents; the same number, the same ones, with times counted back
              from today
  --demo      fill the database of the running demo
  --yes       fill a database that already has other accounts or records

It fills the database at DATABASE_URL. Messages to these residents reach no one: their addresses and numbers are
reserved for fiction. To remove them, drop the database.
`

type Print = (text: string) => void

/** An error that the user can fix. */
class Refused extends Error {}

function wholeNumber(name: string, text: string, least: number): number {
  const value = /^\d{1,8}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= least)) throw new Refused(`--${name} must be a whole number of at least ${least}, not '${text}'.`)
  return value
}

async function openRequestedDatabase(demoAsked: boolean): Promise<Connection> {
  const demo = (await findEmbedded(postgresFolder))?.appUrl()
  if (demoAsked) {
    if (demo) return connectOrExplain(demo)
    throw new Refused('The demo is not running. Start it with "npm start".')
  }
  const url = loadDatabaseUrl()
  if (!url) throw new Refused('Set DATABASE_URL to the database to fill, or use --demo to fill the running demo.')
  if (demo && isSameDatabase(url, demo)) throw new Refused('This is the database of the demo. To fill it, use --demo.')
  return connectOrExplain(url, 'DATABASE_URL')
}

const n = (count: number) => count.toLocaleString('en-US')

async function run(args: string[], print: Print): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      users: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '1' },
      demo: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return print(help)
  const users = wholeNumber('users', values.users, 1)
  const seed = wholeNumber('seed', values.seed, 0)
  const { db, pool, end } = await openRequestedDatabase(values.demo)
  const bar = new SingleBar({
    format: 'Residents  {bar}  {value} of {total}, {eta_formatted} left',
    hideCursor: true,
    noTTYOutput: false,
  })
  try {
    const problem = await schemaProblem(pool)
    if (problem) throw new Refused(problem)
    const others = values.demo || values.yes ? null : await findOtherData(db)
    if (others)
      throw new Refused(`This may be a real county's database: it already has ${others}. To fill it anyway, use --yes.`)
    bar.start(users, 0)
    const added = await loadResidents(db, { users, seed, onProgress: (done) => bar.update(done) }).finally(() =>
      bar.stop(),
    )
    print(
      added.users === 0
        ? `All ${n(users)} residents were already there.`
        : `Added ${n(added.users)} residents, ${n(added.alerts)} alerts, ${n(added.history)} rows of history and ${n(added.audit)} of the audit log.`,
    )
    if (added.users > 0) print(await analyzeTables(db))
  } finally {
    await end()
  }
}

/** After so many rows PostgreSQL must analyze the tables again; only their owner may ask it to. */
async function analyzeTables(db: Db): Promise<string> {
  const { rows } = await sql<{ owner: boolean }>`
    select pg_has_role(relowner, 'usage') as owner from pg_class where oid = '"user"'::regclass`.execute(db)
  if (!rows[0]?.owner)
    return 'PostgreSQL needs a few minutes to analyze the new rows. Before you measure, run "vacuum analyze" as the owner of the tables.'
  for (const table of ['user', 'email_address', 'phone', 'alert', 'alert_email', 'alert_phone', 'outgoing_event'])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
  return 'PostgreSQL has analyzed the new rows.'
}

/** `npm run load`. Returns the exit status: 0 done, 1 refused or failed; rows written before a failure stay. */
export async function loadCommand(args: string[], print: Print): Promise<number> {
  try {
    await run(args, print)
    return 0
  } catch (error) {
    print(error instanceof Error ? error.message : String(error))
    return 1
  }
}
