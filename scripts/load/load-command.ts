import { parseArgs } from 'node:util'
import { SingleBar } from 'cli-progress'
import { sql } from 'kysely'
import type { Connection, Db } from '#shared/node/platform/database/client.ts'
import { schemaProblem } from '#shared/node/platform/migrate/migrate.ts'
import { loadDatabaseUrl } from '#shared/node/platform/env.ts'
import { findEmbedded } from '../embedded-postgres.ts'
import { connectOrExplain } from '../readers/open-database.ts'
import { postgresFolder } from '../start/paths.ts'
import { loadResidents } from './load-residents.ts'
import { findOtherData, isSameDatabase } from './may-fill.ts'

const help = `Fills a database with made-up residents, to see how the service does in a large county: accounts that
nobody can log in to, about one alert each, emails, phones, history and audit rows.

  npm run load -- [--users 1000000] [--seed 1]

  --users N   how many residents there shall be; those that are there already are passed over, so that a load that
              was broken off can be run again, and a larger one adds to a smaller one
  --seed N    another number makes other residents; the same makes the same, with times counted back from today
  --demo      fill the database of the running demo
  --yes       fill a database that holds accounts or records of others

It works on the database of DATABASE_URL. Messages to these residents lead nowhere: their addresses and numbers are
kept for fiction. To be rid of them, drop the database.
`

type Print = (text: string) => void

/** An error that the user can fix. */
class Refused extends Error {}

function wholeNumber(name: string, text: string, least: number): number {
  const value = /^\d{1,8}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= least)) throw new Refused(`--${name} takes a whole number from ${least} upwards, not '${text}'.`)
  return value
}

async function openRequestedDatabase(demoAsked: boolean): Promise<Connection> {
  const demo = (await findEmbedded(postgresFolder))?.appUrl()
  if (demoAsked) {
    if (demo) return connectOrExplain(demo)
    throw new Refused('The demo does not run here. Start it with "npm start".')
  }
  const url = loadDatabaseUrl()
  if (!url)
    throw new Refused('Set DATABASE_URL to the database to fill, or say --demo to fill that of the running demo.')
  if (demo && isSameDatabase(url, demo))
    throw new Refused('This is the database of the demo. Say --demo if it shall be filled.')
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
      throw new Refused(
        `This may be a real county's database: it holds ${others} of others. Say --yes to fill it all the same.`,
      )
    bar.start(users, 0)
    const added = await loadResidents(db, { users, seed, onProgress: (done) => bar.update(done) }).finally(() =>
      bar.stop(),
    )
    print(
      added.users === 0
        ? `All ${n(users)} residents were there already.`
        : `Added ${n(added.users)} residents, ${n(added.alerts)} alerts, ${n(added.history)} rows of history and ${n(added.audit)} of the audit log.`,
    )
    if (added.users > 0) print(await analyzeTables(db))
  } finally {
    await end()
  }
}

/** After so many rows PostgreSQL must look at the tables again; only their owner may ask it to. */
async function analyzeTables(db: Db): Promise<string> {
  const { rows } = await sql<{ owner: boolean }>`
    select pg_has_role(relowner, 'usage') as owner from pg_class where oid = '"user"'::regclass`.execute(db)
  if (!rows[0]?.owner)
    return 'PostgreSQL will take some minutes to know the new rows; before measuring, run "vacuum analyze" as the owner of the tables.'
  for (const table of ['user', 'email_address', 'phone', 'alert', 'alert_email', 'alert_phone', 'outgoing_event'])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
  return 'PostgreSQL knows the new rows.'
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
