import { sql } from 'kysely'
import type { Db, Tx } from '../database/client.ts'
import { locks } from '../database/locks.ts'
import { genesis, type Head, type Link, linkHash, rowDigest, checkpointDigest, type ChainedRow } from './audit-chain.ts'

/**
 * Ids are assigned in order but committed out of order. This is how far back we look for rows that committed late; `npm
 * run audit:verify` looks at all rows.
 */
const lookBack = 10_000

/** Rows within the look-back that no link covers. */
const unchained = sql`audit_log l
  where l.id > coalesce((select max(audit_id) from audit_chain), 0) - ${sql.lit(lookBack)}
    and not exists (select from audit_chain c where c.audit_id = l.id)`

/** Locks the chain until the transaction ends; returns false if another worker holds the lock. */
export async function tryLockAuditChain(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${locks.auditChain}) as got`.execute(tx)
  return rows[0]?.got === true
}

export async function lockAuditChain(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locks.auditChain})`.execute(tx)
}

async function readChainHead(db: Db | Tx): Promise<Head> {
  const row = await db
    .selectFrom('audit_chain')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? { position: 0, hash: genesis }
}

/**
 * The oldest rows that are not in the chain yet, in order. Only rows older than every running transaction, because a
 * transaction that still runs may hold an earlier id.
 */
async function readUnchainedRows(tx: Tx, limit: number): Promise<ChainedRow[]> {
  const { rows } = await sql<ChainedRow>`
    select l.id, (extract(epoch from l.at) * 1000000)::bigint::text as at, l.type, l.actor_id as "actorId",
      l.subject_user_id as "subjectId", l.personal_digest as "personalDigest"
    from ${unchained} and age(l.xmin) > age(pg_snapshot_xmin(pg_current_snapshot())::xid)
    order by l.id limit ${limit}`.execute(tx)
  return rows
}

/**
 * Appends the rows that are ready; the caller holds the chain's lock.
 * @returns the new head, and how many rows were appended
 */
export async function appendAuditRows(tx: Tx, limit: number): Promise<{ head: Head; appended: number }> {
  let head = await readChainHead(tx)
  const rows = await readUnchainedRows(tx, limit)
  const links = rows.map((row) => {
    const link: Link = {
      position: head.position + 1,
      kind: 'row',
      auditId: row.id,
      digest: rowDigest(row),
      previous: head.hash,
    }
    head = { position: link.position, hash: linkHash(link) }
    return { ...link, hash: head.hash }
  })
  if (links.length > 0)
    await tx
      .insertInto('audit_chain')
      .values(links.map(({ auditId, ...link }) => ({ ...link, audit_id: auditId })))
      .execute()
  return { head, appended: links.length }
}

/**
 * Deletes rows older than `before` from the log, oldest first, up to `atMost`, and appends a checkpoint that records
 * it. The database refuses to delete rows of the last 60 days. The caller holds the chain's lock.
 * @returns how many rows were deleted
 */
export async function purgeAuditRows(tx: Tx, before: Date, atMost: number): Promise<number> {
  const head = await readChainHead(tx)
  const { rows } = await sql<{ removed: number; through: number | null; hash: Buffer | null }>`
    select removed, through, through_hash as hash from purge_audit_log(${before}, ${atMost})`.execute(tx)
  const { removed = 0, through = null, hash = null } = rows[0] ?? {}
  if (removed === 0 || through === null || hash === null) return 0
  const link: Link = {
    position: head.position + 1,
    kind: 'checkpoint',
    auditId: null,
    digest: checkpointDigest(through, hash),
    previous: head.hash,
  }
  const { auditId, ...columns } = link
  await tx
    .insertInto('audit_chain')
    .values({ ...columns, audit_id: auditId, hash: linkHash(link), purged_through: through, purged_hash: hash })
    .execute()
  return removed
}

/** The state of the chain, for /metrics, the monitoring page and the alarm. */
export type ChainState = {
  position: number
  /** Hex; '' for an empty chain. */
  hash: string
  unchained: number
  /** Age of the oldest row that waits for the chain; 0 if no row waits. */
  unchainedSeconds: number
}

export async function readChainState(db: Db | Tx): Promise<ChainState> {
  const head = await readChainHead(db)
  const { rows } = await sql<{ unchained: number; seconds: number }>`
    select count(*)::int as unchained, coalesce(extract(epoch from now() - min(l.at)), 0)::float8 as seconds
    from ${unchained}`.execute(db)
  return {
    position: head.position,
    hash: head.position === 0 ? '' : head.hash.toString('hex'),
    unchained: rows[0]?.unchained ?? 0,
    unchainedSeconds: rows[0]?.seconds ?? 0,
  }
}
