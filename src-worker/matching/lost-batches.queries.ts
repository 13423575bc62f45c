import type pg from 'pg'
import type { Query } from './transaction.ts'

type Begun = { id: number; lost: number[] }

/**
 * Notes, in a transaction of its own, that the matching of these records begins, so that a record that kills its worker
 * is seen. The caller holds them, so any other batch that has one of them is lost: its worker died, or its connection.
 * @param finished batches of this worker that could not be deleted
 * @returns the batch, and the lost ones
 */
export async function beginBatch(pool: pg.Pool, eventIds: number[], finished: number[]): Promise<Begun> {
  const { rows } = await pool.query<Begun>({
    name: 'begin_batch',
    text: `
      with finished as (delete from match_batch where id = any ($2::bigint[])),
      begun as (insert into match_batch (event_ids) values ($1::bigint[]) returning id)
      select id, array(
        select b.id from match_batch b where b.id <> all ($2::bigint[])
          and exists (select from unnest(b.event_ids) as event_id where event_id = any ($1::bigint[]))) as lost
      from begun`,
    values: [`{${eventIds.join(',')}}`, `{${finished.join(',')}}`],
  })
  if (!rows[0]) throw new Error('The batch was not noted.')
  return { id: rows[0].id, lost: rows[0].lost.map(Number) }
}

/** Deletes batches that are over, with any outcome. */
export async function forgetBatches(pool: pg.Pool, ids: number[]): Promise<void> {
  await pool.query({
    name: 'forget_batches',
    text: 'delete from match_batch where id = any ($1::bigint[])',
    values: [`{${ids.join(',')}}`],
  })
}

/**
 * Has every record of lost batches matched alone from now on.
 * @returns those that were matched alone when their batch was lost: each has cost a worker
 */
export async function separateLostRecords(pool: pg.Pool, lostBatches: number[]): Promise<number[]> {
  const { rows } = await pool.query<{ event_id: number }>({
    name: 'separate_lost',
    text: `
      with gone as (delete from match_batch where id = any ($1::bigint[]) returning event_ids),
      lost as (
        select event_id, bool_or(cardinality(event_ids) = 1) as single
        from gone, unnest(event_ids) as event_id group by event_id),
      tried as (select q.event_id from match_queue q join lost l using (event_id) where q.alone and l.single),
      separated as (
        update match_queue q set alone = true from lost l where q.event_id = l.event_id and not q.alone)
      select event_id from tried`,
    values: [`{${lostBatches.join(',')}}`],
  })
  return rows.map((row) => row.event_id)
}

/** Records that may be matched now. */
export type DueRecords = { any: boolean; alone: number[] }

/** @param maxAlone records that are matched alone, at most so many */
export async function findDueRecords(pool: pg.Pool, maxAlone: number): Promise<DueRecords> {
  const { rows } = await pool.query<DueRecords>({
    name: 'due_records',
    text: `
      select exists (select from match_queue where not alone and not_before <= now()) as any,
        array(select event_id from match_queue where alone and not_before <= now() order by event_id limit $1) as alone`,
    values: [maxAlone],
  })
  const [due] = rows
  return due ? { any: due.any, alone: due.alone.map(Number) } : { any: false, alone: [] }
}

// A record that is read again is not locked: matching may have it at the same time. Such a batch has negative ids, so
// that matching does not take it for a lost one of its own.

/**
 * SQL: for the holder of the backlog, the earlier records of lost batches, each with how many of these had no other.
 */
export const lostEarlierRecords = `
  select -event_id as id, count(*) filter (where cardinality(event_ids) = 1)::integer as alone
  from match_batch, unnest(event_ids) as event_id where event_id < 0 group by event_id`

/** Notes, in a transaction of its own, that these records begin to be read again. @returns the batch */
export async function beginEarlierBatch(pool: pg.Pool, eventIds: number[]): Promise<number> {
  const { rows } = await pool.query<{ id: number }>({
    name: 'begin_earlier',
    text: 'insert into match_batch (event_ids) values ($1::bigint[]) returning id',
    values: [`{${eventIds.map((id) => -id).join(',')}}`],
  })
  if (!rows[0]) throw new Error('The batch was not noted.')
  return rows[0].id
}

/** Deletes a batch of records that were read again, and the lost ones that have no record before `before`. */
export async function endEarlierBatches(
  query: Query,
  { batchId, before }: { batchId: number | null; before: number },
): Promise<void> {
  const text = `
    delete from match_batch b where id = $1 or event_ids[1] < 0
      and not exists (select from unnest(b.event_ids) as event_id where -event_id < $2)`
  await query('end_earlier', text, [batchId, before])
}
