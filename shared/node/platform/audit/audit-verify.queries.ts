import { sql } from 'kysely'
import type { Tx } from '../database/client.ts'
import type { Link } from './audit-chain.ts'
import type { PersonalFields } from './audit.queries.ts'

/**
 * A link with the row it covers; `row` is null if the audit row no longer exists, `personal` if its personal fields do
 * not.
 */
export type StoredLink = Link & {
  hash: Buffer
  purgedThrough: number | null
  purgedHash: Buffer | null
  row: { id: number; at: string; type: string; actorId: number | null; subjectId: number | null; digest: Buffer } | null
  personal: (PersonalFields & { salt: Buffer }) | null
}

type Flat = Link & {
  hash: Buffer
  purged_through: number | null
  purged_hash: Buffer | null
  log_id: number | null
  at: string
  type: string
  actor_id: number | null
  subject_user_id: number | null
  personal_digest: Buffer
  personal_id: number | null
} & PersonalFields & { salt: Buffer }

/** The next links after a position, in order. */
export async function readLinks(tx: Tx, after: number, limit: number): Promise<StoredLink[]> {
  const { rows } = await sql<Flat>`
    select c.position, c.kind, c.audit_id as "auditId", c.digest, c.previous, c.hash, c.purged_through, c.purged_hash,
      l.id as log_id, (extract(epoch from l.at) * 1000000)::bigint::text as at, l.type, l.actor_id, l.subject_user_id,
      l.personal_digest, p.audit_id as personal_id, p.salt, p.actor_username, p.subject_username, p.description,
      p.old_value::text as old_value, p.new_value::text as new_value, p.address
    from audit_chain c
    left join audit_log l on l.id = c.audit_id
    left join audit_personal p on p.audit_id = c.audit_id
    where c.position > ${after} order by c.position limit ${limit}`.execute(tx)
  return rows.map((flat) => ({
    position: flat.position,
    kind: flat.kind,
    auditId: flat.auditId,
    digest: flat.digest,
    previous: flat.previous,
    hash: flat.hash,
    purgedThrough: flat.purged_through,
    purgedHash: flat.purged_hash,
    row: flat.log_id === null ? null : toRow(flat, flat.log_id),
    personal: flat.personal_id === null ? null : flat,
  }))
}

const toRow = (flat: Flat, id: number) => ({
  id,
  at: flat.at,
  type: flat.type,
  actorId: flat.actor_id,
  subjectId: flat.subject_user_id,
  digest: flat.personal_digest,
})

/** All checkpoints. There are few: one for each purge of the log. */
export async function readCheckpoints(tx: Tx): Promise<{ through: number; hash: Buffer }[]> {
  const { rows } = await sql<{ through: number; hash: Buffer }>`
    select purged_through as through, purged_hash as hash from audit_chain where kind = 'checkpoint'`.execute(tx)
  return rows
}

export async function countLinks(tx: Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit_chain`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Rows of the whole log that no link covers. */
export async function countUnchained(tx: Tx): Promise<{ rows: number; seconds: number; since: Date | null }> {
  const { rows } = await sql<{ rows: number; seconds: number; since: Date | null }>`
    select count(*)::int as rows, coalesce(extract(epoch from now() - min(l.at)), 0)::float8 as seconds, min(l.at) as since
    from audit_log l where not exists (select from audit_chain c where c.audit_id = l.id)`.execute(tx)
  return rows[0] ?? { rows: 0, seconds: 0, since: null }
}
