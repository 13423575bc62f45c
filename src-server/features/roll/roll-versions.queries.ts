import { sql } from 'kysely'
import type { RollDetails, RollProblem, RollProblemCounts } from '#shared/contract/roll-load.ts'
import type { RollMapping } from '#shared/contract/roll-mapping.ts'
import type { RollState } from '#shared/contract/roll.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { locks } from '#shared/node/platform/database/locks.ts'

/** An upload whose pieces stopped coming for this long is over. */
const uploadSeconds = 600
const uploadLease = sql`now() + make_interval(secs => ${uploadSeconds})`

export type RollRow = {
  id: number
  state: RollState
  fileName: string
  bytes: number | null
  mapping: RollMapping | null
  lines: number
  parcels: number
  setAside: number
  outsideMask: number
  added: number
  gone: number
  changed: number
  comparedWith: number | null
  problemCounts: RollProblemCounts
  details: RollDetails
  failure: string
  createdAt: Date
  createdById: number | null
  createdBy: string
  loadedAt: Date | null
  usedAt: Date | null
  usedBy: string
  endedAt: Date | null
}

const fields = sql`id, state, file_name as "fileName", bytes, column_mapping as mapping, lines, parcels,
  set_aside as "setAside", outside_mask as "outsideMask", added, gone, changed, compared_with as "comparedWith",
  problem_counts as "problemCounts", details, failure, created_at as "createdAt", created_by as "createdById",
  created_by_name as "createdBy",
  loaded_at as "loadedAt", used_at as "usedAt", used_by_name as "usedBy", ended_at as "endedAt"`

/** Versions start and change places one at a time. The lock is held until the transaction ends. */
export async function lockVersions(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locks.rollVersions})`.execute(tx)
}

/** The versions that are in use, kept or pending, and the latest that failed; newest first. */
export async function listVersions(db: Db | Tx): Promise<RollRow[]> {
  const { rows } = await sql<RollRow>`
    select ${fields} from roll
    where state in ('uploading', 'waiting', 'loading', 'loaded', 'current', 'former')
      or id = (select max(id) from roll where state = 'failed')
    order by id desc`.execute(db)
  return rows
}

export async function findVersion(db: Db | Tx, id: number): Promise<RollRow | undefined> {
  const { rows } = await sql<RollRow>`select ${fields} from roll where id = ${id}`.execute(db)
  return rows[0]
}

export async function findVersionIn(tx: Tx, states: readonly RollState[]): Promise<RollRow | undefined> {
  const { rows } = await sql<RollRow>`
    select ${fields} from roll where state = any(${[...states]}) order by id desc limit 1`.execute(tx)
  return rows[0]
}

/** The mapping of the latest file, as the default for the next one. */
export async function findLatestMapping(db: Db): Promise<RollMapping | null> {
  const { rows } = await sql<{ mapping: RollMapping | null }>`
    select column_mapping as mapping from roll order by id desc limit 1`.execute(db)
  return rows[0]?.mapping ?? null
}

export async function listProblems(db: Db, id: number): Promise<RollProblem[]> {
  const row = await db.selectFrom('roll').select('problems').where('id', '=', id).executeTakeFirst()
  return row?.problems ?? []
}

export async function insertUpload(
  tx: Tx,
  upload: { fileName: string; bytes: number; mapping: RollMapping | null; by: { id: number; username: string } },
): Promise<number> {
  const { fileName, bytes, mapping, by } = upload
  const { rows } = await sql<{ id: number }>`
    insert into roll (state, file_name, bytes, column_mapping, created_by, created_by_name, claimed_until)
    values ('uploading', ${fileName}, ${bytes}, ${mapping && JSON.stringify(mapping)}, ${by.id}, ${by.username},
      ${uploadLease})
    returning id`.execute(tx)
  return rows[0]!.id
}

/**
 * Stores a piece of an upload; a piece that is sent again replaces itself.
 * @returns false if the upload is over
 */
export async function insertPiece(tx: Tx, id: number, place: number, body: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update roll set claimed_until = ${uploadLease} where id = ${id} and state = 'uploading'`.execute(tx)
  if (numAffectedRows !== 1n) return false
  await sql`
    insert into roll_chunk (roll_id, position, body) values (${id}, ${place}, ${body})
    on conflict (roll_id, position) do update set body = excluded.body`.execute(tx)
  return true
}

/** How much of an upload has arrived: bytes, and whether no piece is missing before the last. */
export async function measureUpload(
  db: Db | Tx,
  id: number,
): Promise<{ bytes: number; pieces: number; whole: boolean }> {
  const { rows } = await sql<{ bytes: number; pieces: number; whole: boolean }>`
    select coalesce(sum(octet_length(body)), 0)::bigint as bytes, count(*)::int as pieces,
      count(*) = coalesce(max(position) + 1, 0) as whole
    from roll_chunk where roll_id = ${id}`.execute(db)
  return rows[0]!
}

/** Ends a version's role, whichever it was, by setting its final state. */
export async function setState(tx: Tx, id: number, state: RollState): Promise<void> {
  const ends = state === 'former' || state === 'removed' || state === 'failed'
  await sql`
    update roll set state = ${state}, claimed_until = null, version = version + 1,
      uploaded_at = case when ${state} = 'waiting' then now() else uploaded_at end,
      ended_at = case when ${ends} then now() end
    where id = ${id}`.execute(tx)
}

/** Puts a loaded or former version in the place of the one in use. */
export async function putInUse(tx: Tx, id: number, by: { id: number | null; username: string }): Promise<void> {
  await sql`
    update roll set state = 'current', used_at = now(), used_by = ${by.id}, used_by_name = ${by.username},
      ended_at = null, version = version + 1
    where id = ${id}`.execute(tx)
}

/** Expires all but the latest former versions. @returns the expired ones */
export async function removeOldFormer(tx: Tx, kept: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update roll set state = 'removed', ended_at = now(), version = version + 1
    where state = 'former' and id not in (
      select id from roll where state = 'former' order by ended_at desc, id desc limit ${kept})
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Removes the file of a version that was read; it is no longer needed. */
export async function deletePieces(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('roll_chunk').where('roll_id', '=', id).execute()
}
