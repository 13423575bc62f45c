import { sql } from 'kysely'
import { type RollComparison, rollLimits, type RollSample } from '#shared/contract/roll-load.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'

/**
 * The names for staff of the columns in which a parcel may have changed. Owners and mailing addresses are named without
 * their values.
 */
const compared = {
  parcel_id: 'form of the parcel ID',
  address: 'address',
  city: 'city',
  zip: 'zip',
  legal_description: 'legal description',
  owner_name: 'owner',
  mail_address: 'mailing address',
  mail_city: 'mailing address',
  mail_state: 'mailing address',
  mail_zip: 'mailing address',
} as const
const columns = Object.keys(compared)
const row = (alias: string) => sql`row(${sql.join(columns.map((name) => sql.ref(`${alias}.${name}`)))})`
const changes = sql.join(
  Object.entries(compared).map(
    ([name, label]) =>
      sql`case when ${sql.ref(`n.${name}`)} is distinct from ${sql.ref(`o.${name}`)} then ${sql.lit(label)} end`,
  ),
)

/** The version in use, if there is one. */
export async function findCurrentRollId(tx: Tx): Promise<number | null> {
  const row = await tx.selectFrom('roll').select('id').where('state', '=', 'current').executeTakeFirst()
  return row?.id ?? null
}

/** Compares a version with the one in use, parcel by parcel, and stores the result with it. */
export async function storeComparison(tx: Tx, id: number): Promise<RollComparison> {
  const current = await findCurrentRollId(tx)
  const comparison = await compareRolls(tx, id, current ?? 0)
  const { added, gone, changed, samples } = comparison
  await sql`
    update roll set added = ${added}, gone = ${gone}, changed = ${changed}, compared_with = ${current},
      details = details || ${JSON.stringify({ samples })}::jsonb, version = version + 1
    where id = ${id}`.execute(tx)
  return comparison
}

async function compareRolls(tx: Tx, id: number, other: number): Promise<RollComparison> {
  const { rows } = await sql<Omit<RollComparison, 'samples'>>`
    select count(n.parcel_key)::int as parcels,
      count(*) filter (where o.parcel_key is null)::int as added,
      count(*) filter (where n.parcel_key is null)::int as gone,
      count(*) filter (where ${row('n')} is distinct from ${row('o')}
        and n.parcel_key is not null and o.parcel_key is not null)::int as changed,
      count(*) filter (where ${row('n')} is not distinct from ${row('o')})::int as same
    from (select * from parcel where roll_id = ${id}) n
    full join (select * from parcel where roll_id = ${other}) o on n.parcel_key = o.parcel_key`.execute(tx)
  const [counts] = rows
  if (!counts) throw new Error('The comparison returned nothing.')
  const samples = {
    added: counts.added > 0 ? await sampleMissing(tx, id, other) : [],
    gone: counts.gone > 0 ? await sampleMissing(tx, other, id) : [],
    changed: counts.changed > 0 ? await sampleChanged(tx, id, other) : [],
  }
  return { ...counts, samples }
}

/** Some parcels of one version that the other does not have, in the order of the file. */
async function sampleMissing(tx: Tx, of: number, notIn: number): Promise<RollSample[]> {
  const { rows } = await sql<RollSample>`
    select p.parcel_id as "parcelId", p.address from parcel p
    where p.roll_id = ${of}
      and not exists (select from parcel x where x.roll_id = ${notIn} and x.parcel_key = p.parcel_key)
    order by p.line limit ${rollLimits.samples}`.execute(tx)
  return rows
}

async function sampleChanged(tx: Tx, id: number, other: number): Promise<RollSample[]> {
  const { rows } = await sql<RollSample & { before: string }>`
    select n.parcel_id as "parcelId", n.address, o.address as before, concat_ws(', ', ${changes}) as change
    from parcel n join parcel o on o.roll_id = ${other} and o.parcel_key = n.parcel_key
    where n.roll_id = ${id} and ${row('n')} is distinct from ${row('o')}
    order by n.line limit ${rollLimits.samples}`.execute(tx)
  return rows.map(({ parcelId, address, before, change = '' }) => {
    const labels = [...new Set(change.split(', '))]
    const differences = labels.map((label) =>
      label === 'address' && before !== '' ? `address, before: ${before}` : label,
    )
    return { parcelId, address, change: differences.join('; ') }
  })
}
