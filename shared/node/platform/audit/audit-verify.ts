import { chainLateSeconds } from '#shared/domain/monitoring/health.ts'
import type { Db } from '../database/client.ts'
import { inSnapshot } from '../database/transaction.ts'
import { checkpointDigest, genesis, type Head, linkHash, rowDigest } from './audit-chain.ts'
import { countLinks, readCheckpoints, readLinks, countUnchained, type StoredLink } from './audit-verify.queries.ts'
import { personalDigest } from './audit.queries.ts'

export type Verdict = {
  /** The problem at the first broken position, as a plain sentence; null if the chain is intact. */
  broken: { position: number; sentence: string } | null
  head: Head
  links: number
  /** Rows whose personal fields were erased, which is allowed. */
  erased: number
  unchained: { rows: number; late: boolean; since: Date | null }
}

const pageSize = 2000
const isErased = (link: StoredLink) => link.personal !== null && link.personal.salt.length === 0

/** The problem with a link and the row that it covers, or null. */
function findFault(link: StoredLink): string | null {
  if (!link.hash.equals(linkHash(link))) return 'its hash does not match: the link was changed'
  if (link.kind === 'checkpoint') {
    const { purgedThrough, purgedHash } = link
    const fits =
      purgedThrough !== null && purgedHash !== null && link.digest.equals(checkpointDigest(purgedThrough, purgedHash))
    return fits ? null : 'the checkpoint was changed'
  }
  const { row, personal } = link
  if (!row) return `audit row ${link.auditId} is missing, and no purge removed it`
  if (!link.digest.equals(rowDigest({ ...row, personalDigest: row.digest })))
    return `audit row ${row.id} was changed after it was written`
  if (!personal) return `the personal fields of audit row ${row.id} are missing, and were not erased as a whole`
  if (!isErased(link) && !personalDigest(personal.salt, personal).equals(row.digest))
    return `the personal fields of audit row ${row.id} (names, description, values, address) were changed`
  return null
}

/** The problem between a link and the one before it, or null. */
function findBreakBefore(link: StoredLink, head: Head, purged: { through: number; hash: Buffer }[]): string | null {
  // A chain that does not start at 1 must start where a purge ended, as a later checkpoint records.
  const purge = head.position === 0 ? purged.find(({ through }) => through === link.position - 1) : undefined
  const before: Head = purge ? { position: purge.through, hash: purge.hash } : head
  const from = before.position + 1
  if (link.position > from)
    return `${link.position - from === 1 ? `position ${from} is` : `positions ${from} to ${link.position - 1} are`} missing, and no purge checkpoint explains it`
  return link.previous.equals(before.hash) ? null : 'it does not continue the hash of the previous position'
}

/**
 * Verifies the chain from its beginning to its head, in one snapshot of the database.
 * @param known a head that was saved outside the database (log, figures): the chain must pass through it
 * @param onProgress receives the number of links read so far, and of all links
 */
export function verifyAudit(
  db: Db,
  {
    known,
    onProgress,
  }: { known?: { position: number; hash: string }; onProgress?: (done: number, of: number) => void },
): Promise<Verdict> {
  return inSnapshot(db, async (tx) => {
    const [links, purged, unchained] = [await countLinks(tx), await readCheckpoints(tx), await countUnchained(tx)]
    const verdict: Verdict = {
      broken: null,
      head: { position: 0, hash: genesis },
      links,
      erased: 0,
      unchained: { rows: unchained.rows, since: unchained.since, late: unchained.seconds > chainLateSeconds },
    }
    const stop = (position: number, sentence: string): Verdict => ({ ...verdict, broken: { position, sentence } })
    let [done, first] = [0, 0]
    for (;;) {
      const page = await readLinks(tx, verdict.head.position, pageSize)
      for (const link of page) {
        first ||= link.position
        const fault = findBreakBefore(link, verdict.head, purged) ?? findFault(link)
        if (fault) return stop(link.position, fault)
        if (known?.position === link.position && !link.hash.toString('hex').startsWith(known.hash.toLowerCase()))
          return stop(link.position, 'its hash differs from the head you gave: the chain was rewritten')
        if (isErased(link)) verdict.erased += 1
        verdict.head = { position: link.position, hash: link.hash }
      }
      done += page.length
      onProgress?.(done, links)
      if (page.length < pageSize) break
    }
    if (known && known.position > verdict.head.position)
      return stop(known.position, `the chain ends at position ${verdict.head.position}: its end was removed`)
    if (known && known.position < first)
      return stop(known.position, 'a purge has since removed this position; give a later head')
    return verdict
  })
}
