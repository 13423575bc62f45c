import { writeLists } from '#scripts/load/write-residents.ts'
import { makeResidents } from '#scripts/made-up/residents.ts'
import { connect } from '#shared/node/platform/database/client.ts'
import { type BenchDatabase, withOwner } from './database.ts'

const tables = ['"user"', 'email_address', 'phone', 'alert', 'alert_email', 'alert_phone']
/** Their triggers maintain columns that these rows already include. */
const links = ['alert_email', 'alert_phone']
const batch = 5000

/**
 * Writes the data that the control panel's lists show for that many residents, as `npm run load` does: accounts,
 * addresses, numbers and about one alert each; plus thirty administrators whom some may not see. Builds the indexes
 * afterwards.
 */
export async function fillLists(
  database: BenchDatabase,
  users: number,
  residentAt = makeResidents(1, new Date()),
): Promise<void> {
  const indexes = await withOwner(database, async (client) => {
    await client.query(`insert into "user" (username, role, email)
      select 'staff' || n, (array['FOREVER', 'TRIMIN', 'COUNTY'])[1 + n % 3], 'staff' || n || '@bench.example'
      from generate_series(1, 30) n`)
    const { rows } = await client.query<{ index: string; definition: string }>(
      `select indexrelid::regclass::text as index, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = any ($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)
      -- Taken from the end: those that take longest are not left for last, when one would wait for the other.
      order by pg_get_indexdef(indexrelid) like '% USING gin %', pg_relation_size(indrelid)`,
      [tables],
    )
    for (const { index } of rows) await client.query(`drop index ${index}`)
    for (const table of links) await client.query(`alter table ${table} disable trigger user`)
    return rows.map(({ definition }) => definition)
  })
  await writeAll(database, users, residentAt)
  await withOwner(database, async (client) => {
    for (const table of links) await client.query(`alter table ${table} enable trigger user`)
  })
  await Promise.all([makeIndexes(), makeIndexes()])
  await withOwner(database, (client) => client.query('vacuum (analyze)'))

  async function makeIndexes() {
    await withOwner(database, async (client) => {
      await client.query(`set maintenance_work_mem = '512MB'`)
      for (let next = indexes.pop(); next; next = indexes.pop()) await client.query(next)
    })
  }
}

/** Two writers at a time: one computes rows while the database handles the other's. */
async function writeAll(
  database: BenchDatabase,
  users: number,
  residentAt: ReturnType<typeof makeResidents>,
): Promise<void> {
  const { db, end } = connect(database.ownerUrl, { max: 2 })
  let next = 0
  const write = async () => {
    while (next < users) {
      const start = next
      next += batch
      const residents = Array.from({ length: Math.min(batch, users - start) }, (_, place) => residentAt(start + place))
      await db.transaction().execute((tx) => writeLists(tx, residents))
    }
  }
  try {
    await Promise.all([write(), write()])
  } finally {
    await end()
  }
}
