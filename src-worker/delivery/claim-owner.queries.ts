import type { Client } from 'pg'
import { locks } from '#shared/node/platform/database/locks.ts'
import { inTransactionOf } from '#shared/node/platform/database/transaction.ts'

/*
 * These statements run on a worker's own connection, whose session holds the lock. The lock has two keys: ours, and the
 * worker's number.
 */

/** SQL: the granted locks of workers, by number. */
const heldLocks = `(select objid::bigint as number, pid from pg_locks
  where locktype = 'advisory' and granted and objsubid = 2 and classid = ${locks.deliveryWorker}
    and database = (select oid from pg_database where datname = current_database()))`

/**
 * Takes the lock of a number for this session, and lists the number among the workers'.
 * @returns false while another session holds it, such as our last one if the database has not noticed its end
 */
export async function takeNumber(client: Client, number: number): Promise<boolean> {
  // The database notices within seconds that a machine vanished. Unix sockets have no such settings, and need none.
  await client.query(`select set_config('tcp_keepalives_idle', '3', false), set_config('tcp_keepalives_interval', '1', false),
    set_config('tcp_keepalives_count', '3', false)`)
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
    locks.deliveryWorker,
    number,
  ])
  if (!rows[0]?.taken) return false
  await client.query('insert into delivery_worker (number) values ($1) on conflict do nothing', [number])
  return true
}

/** Whether this session still holds its number, and which listed numbers no session holds. */
export async function readNumbers(client: Client, number: number): Promise<{ held: boolean; gone: number[] }> {
  const { rows } = await client.query<{ held: boolean; gone: number[] }>(
    `with held as materialized ${heldLocks}
     select exists (select from held where number = $1 and pid = pg_backend_pid()) as held,
       array(select number from delivery_worker where number not in (select number from held)) as gone`,
    [number],
  )
  return rows[0] ?? { held: false, gone: [] }
}

/**
 * Frees the claims of a number that no session holds. A call that its worker had committed may still run, so those
 * claims are kept for `spareMs` (at most until their leases end), and are in doubt after that.
 * @returns how many claims; null if its worker, or another that frees its claims, holds the number
 */
export function freeClaims(client: Client, number: number, spareMs: number): Promise<number | null> {
  return inTransactionOf(client, async () => {
    // Its worker cannot take the number again before these claims are free.
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1, $2) as taken', [
      locks.deliveryWorker,
      number,
    ])
    return rows[0]?.taken ? free(client, number, spareMs) : null
  })
}

async function free(client: Client, number: number, spareMs: number): Promise<number> {
  const { rowCount } = await client.query(
    // Every statement locks rows in the order of their ids.
    `with claimed as (
       select notice_id from delivery
       where owner = $1 and owner_attempt = attempt and lease_until > now() order by notice_id for update)
     update delivery d set lease_until = case when d.calling_at is not null
       then least(d.lease_until, now() + $2 * interval '1 ms') end
     from claimed where d.notice_id = claimed.notice_id`,
    [number, spareMs],
  )
  await client.query('delete from delivery_worker where number = $1', [number])
  return rowCount ?? 0
}
