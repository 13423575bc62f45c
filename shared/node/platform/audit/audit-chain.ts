import { createHash } from 'node:crypto'

/*
 * The chain over the audit log. At each position, the digest of a row covers its fields and the salted digest of its
 * personal fields; the hash covers the digest, the position and the hash before it. Anyone with a later hash can detect
 * any change before it. Every part is a number, a code or hex, so '|' never occurs in one.
 */

const sha256 = (parts: (string | number)[]): Buffer => createHash('sha256').update(parts.join('|')).digest()

/** The hash before position 1. */
export const genesis = Buffer.alloc(32)

/** A row of audit_log as the chain sees it. */
export type ChainedRow = {
  id: number
  /** Microseconds since 1970, as text: finer than a JavaScript date. */
  at: string
  type: string
  actorId: number | null
  subjectId: number | null
  personalDigest: Buffer
}

export const rowDigest = ({ id, at, type, actorId, subjectId, personalDigest }: ChainedRow): Buffer =>
  sha256([id, at, type, actorId ?? '', subjectId ?? '', personalDigest.toString('hex')])

/** The digest of a checkpoint: all rows up to that position were purged, and this was its hash. */
export const checkpointDigest = (through: number, hash: Buffer): Buffer =>
  sha256(['purged', through, hash.toString('hex')])

export type Link = {
  position: number
  kind: 'row' | 'checkpoint'
  auditId: number | null
  digest: Buffer
  previous: Buffer
}

export const linkHash = ({ position, kind, auditId, digest, previous }: Link): Buffer =>
  sha256([position, kind, auditId ?? '', digest.toString('hex'), previous.toString('hex')])

/** The end of the chain. For an empty chain: position 0 and the genesis hash. */
export type Head = { position: number; hash: Buffer }
