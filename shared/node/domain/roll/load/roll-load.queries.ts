import { sql } from 'kysely'
import type { RollComparison, RollDetails, RollProblem, RollProblemCounts } from '#shared/contract/roll-load.ts'
import { rollMappingSchema, type RollMapping } from '#shared/contract/roll-mapping.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { storeComparison } from './compare-rolls.queries.ts'

/** How long a reader keeps its claim without renewing it. A batch takes less than a second. */
const claimSeconds = 30
/** A file that has killed its reader this often is not read again. */
const maxAttempts = 10

/** A claim on a version that is being read; the number of the attempt tells it from earlier ones. */
export type RollClaim = {
  id: number
  attempt: number
  fileName: string
  mapping: RollMapping | null
  /** The county's parcel mask when the load began; '' without one. */
  mask: string
  /** The id of the uploaded file; null for a file that a command reads itself. */
  bytes: number | null
  startedBy: string
}

/** Another reader has this version now, or it was discarded. */
export class RollClaimLost extends Error {}

const lease = sql`now() + make_interval(secs => ${claimSeconds})`

/** Takes the next version that waits for a reader, or whose reader stopped renewing its claim. */
export async function claimNextRoll(db: Db, mask: string): Promise<RollClaim | undefined> {
  const { rows } = await sql<{ id: number }>`
    update roll set state = 'loading', attempts = attempts + 1, claimed_until = ${lease}, parcel_mask = ${mask},
      version = version + 1
    where id = (
      select id from roll
      where state = 'waiting' or (state = 'loading' and bytes is not null and claimed_until < now())
      order by id limit 1 for update skip locked)
    returning id`.execute(db)
  return rows[0] && findClaim(db, rows[0].id)
}

async function findClaim(db: Db, id: number): Promise<RollClaim | undefined> {
  const row = await db
    .selectFrom('roll')
    .select(['id', 'attempts', 'file_name', 'column_mapping', 'parcel_mask', 'bytes', 'created_by_name'])
    .where('id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      id,
      attempt: row.attempts,
      fileName: row.file_name,
      mapping: row.column_mapping === null ? null : rollMappingSchema.parse(row.column_mapping),
      mask: row.parcel_mask,
      bytes: row.bytes,
      startedBy: row.created_by_name,
    }
  )
}

export const hasTooManyAttempts = ({ attempt }: RollClaim): boolean => attempt > maxAttempts

/** Starts a version that a command reads from its own file. */
export async function insertLoadingRoll(
  tx: Tx,
  roll: { fileName: string; mapping: RollMapping | null; mask: string; startedBy: string },
): Promise<RollClaim> {
  const { fileName, mapping, mask, startedBy } = roll
  const { rows } = await sql<{ id: number }>`
    insert into roll (state, file_name, column_mapping, parcel_mask, created_by_name, attempts, claimed_until)
    values ('loading', ${fileName}, ${mapping && JSON.stringify(mapping)}, ${mask}, ${startedBy}, 1, ${lease})
    returning id`.execute(tx)
  const [inserted] = rows
  if (!inserted) throw new Error('The version was not kept.')
  return { id: inserted.id, attempt: 1, fileName, mapping, mask, bytes: null, startedBy }
}

/** Marks as failed the versions of commands that were killed: their files are not on this machine. */
export async function failAbandonedLoads(db: Db, failure: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update roll set state = 'failed', failure = ${failure}, ended_at = now(), version = version + 1
    where id in (
      -- If a version's row is locked, its reader is alive: its last step may take longer than its claim.
      select id from roll where state = 'loading' and bytes is null and claimed_until < now()
      order by id for update skip locked)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The pieces of an uploaded file in their order, one at a time. */
export async function* readChunks(db: Db, rollId: number): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const chunk = await db
      .selectFrom('roll_chunk')
      .select('body')
      .where('roll_id', '=', rollId)
      .where('position', '=', position)
      .executeTakeFirst()
    if (!chunk) return
    yield chunk.body
  }
}

type Progress = { lines: number; details: RollDetails }

/**
 * Renews a claim and shows its progress. Every write of a reader does this first, in the same transaction: it locks the
 * version's row, so that a reader that lost its claim writes nothing more.
 * @throws RollClaimLost
 */
async function renewClaim(tx: Tx, claim: RollClaim, { lines, details }: Progress): Promise<void> {
  const { numAffectedRows } = await sql`
    update roll set claimed_until = ${lease}, lines = ${lines}, details = details || ${JSON.stringify(details)}::jsonb
    where id = ${claim.id} and attempts = ${claim.attempt} and state = 'loading'`.execute(tx)
  if (numAffectedRows !== 1n) throw new RollClaimLost(`Roll ${claim.id} is not ours any more.`)
}

/** Deletes what an earlier reader may have written. */
export const prepareRoll = (db: Db, claim: RollClaim): Promise<void> =>
  inTransaction(db, async (tx) => {
    await renewClaim(tx, claim, { lines: 0, details: {} })
    await sql`select prepare_roll(${claim.id})`.execute(tx)
  })

/** @param write adds the batch's rows */
export const writeBatch = (
  db: Db,
  claim: RollClaim,
  progress: Progress,
  write: (tx: Tx) => Promise<void>,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await renewClaim(tx, claim, progress)
    await write(tx)
  })

export type RollFigures = {
  lines: number
  parcels: number
  setAside: number
  outsideMask: number
  problems: RollProblem[]
  problemCounts: RollProblemCounts
  details: RollDetails
}

/** The file is read: completes the search, compares with the version in use, and lets staff decide. */
export async function finishRoll(db: Db, claim: RollClaim, figures: RollFigures): Promise<RollComparison> {
  const { lines, details } = figures
  // One transaction, which keeps the version's row locked: between two, another reader could take over a claim that ran
  // out.
  return inTransaction(db, async (tx) => {
    await renewClaim(tx, claim, { lines, details })
    await sql`select finish_roll(${claim.id})`.execute(tx)
    const comparison = await storeComparison(tx, claim.id)
    await sql`
      update roll set state = 'loaded', parcels = ${figures.parcels}, set_aside = ${figures.setAside},
        outside_mask = ${figures.outsideMask}, problems = ${JSON.stringify(figures.problems)},
        problem_counts = ${JSON.stringify(figures.problemCounts)}, loaded_at = now(), claimed_until = null,
        version = version + 1
      where id = ${claim.id}`.execute(tx)
    return comparison
  })
}

/** Ends a load that cannot succeed. @returns false if another reader has the version now */
export async function failRoll(db: Db, claim: RollClaim, failure: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update roll set state = 'failed', failure = ${failure}, ended_at = now(), claimed_until = null,
      version = version + 1
    where id = ${claim.id} and attempts = ${claim.attempt} and state = 'loading'`.execute(db)
  return numAffectedRows === 1n
}

/** Gives up a claim, so that any worker can start over without waiting. */
export async function releaseRoll(db: Db, claim: RollClaim): Promise<void> {
  await sql`
    update roll set state = 'waiting', claimed_until = null
    where id = ${claim.id} and attempts = ${claim.attempt} and state = 'loading' and bytes is not null`.execute(db)
}
