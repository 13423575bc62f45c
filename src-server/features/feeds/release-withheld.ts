import type { StaffActor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { AppError } from '#shared/contract/errors.ts'
import { toLimitOffset } from '#shared/contract/paging.ts'
import { dayToWire } from '#shared/domain/dates.ts'
import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import { restoreHistory, type WithheldKey } from '#shared/node/domain/notices/withheld-matches.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { queueForMatching } from './quarantine/quarantine.queries.ts'
import { listWithheldRows, recordDecision, type WithheldRow } from './withheld.queries.ts'

/** A withheld match as staff see it. `recorded` is a day. */
export type WithheldView = Omit<WithheldRow, 'recordedOn'> & { recorded: string }

/** The matches of name and business alerts with restricted records, of owners whom the caller may see. */
export async function listWithheld(
  { db }: Pick<ServerDeps, 'db'>,
  actor: StaffActor,
  page: number,
): Promise<{ matches: WithheldView[]; total: number }> {
  const { rows, total } = await listWithheldRows(db, { asRole: actor.role, ...toLimitOffset(page) })
  return {
    total,
    matches: rows.map(({ recordedOn, documentId, documentType, ...row }) => ({
      ...row,
      documentId: toSingleLine(documentId),
      documentType: toSingleLine(documentType),
      recorded: dayToWire(recordedOn),
    })),
  }
}

const gone = new AppError(
  'missing',
  'Someone already released or discarded this match, or its record is no longer restricted.',
)

/**
 * Releases one match: its owner is notified of the record's number, type and day, as for a parcel. A match that was
 * sent before the record was restricted returns to the owner's history instead.
 * @throws AppError `missing` if it does not wait, or if the caller may not see its owner
 */
export async function releaseWithheld(
  { db, enqueue }: Pick<ServerDeps, 'db' | 'enqueue'>,
  actor: StaffActor,
  key: WithheldKey,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    // In the lock order of a revision: the queue first.
    await queueForMatching(tx, key.eventId)
    const row = await recordDecision(tx, { ...key, asRole: actor.role, decision: 'release' })
    if (!row) throw gone
    await restoreHistory(tx, key)
    await writeAudit(tx, {
      type: 'NOTICE',
      actor,
      subject: row.owner,
      description: `Released the notice of the restricted document ${toSingleLine(row.documentId)} to one owner.`,
      address: actor.address,
    })
    await enqueue(tx, 'wakeMatching', {})
    await enqueue(tx, 'wakeDelivery', {})
  })
}

/**
 * Discards one match: its owner gets no notice about the record while it is restricted.
 * @throws AppError `missing` if it does not wait, or if the caller may not see its owner
 */
export async function discardWithheld(
  { db }: Pick<ServerDeps, 'db'>,
  actor: StaffActor,
  key: WithheldKey,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await recordDecision(tx, { ...key, asRole: actor.role, decision: 'discard' })
    if (!row) throw gone
    await writeAudit(tx, {
      type: 'NOTICE',
      actor,
      subject: row.owner,
      description: `Discarded the notice of the restricted document ${toSingleLine(row.documentId)} to one owner.`,
      address: actor.address,
    })
  })
}
