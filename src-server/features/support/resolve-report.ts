import type { StaffActor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { forgetReport } from '#shared/node/domain/reports/report-mail.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { lockReport, recordOpening, recordResolution } from './suspicious-reports.queries.ts'

const texts = {
  dealtWith: (by: string | null) => `${by ?? 'Someone'} already resolved this.`,
  open: 'This is already open.',
}

/**
 * Resolves a report of a suspicious record, or reopens it.
 * @throws AppError `missing` if there is no such report, or the caller may not see its owner; `refused` if another
 *   clerk did it first
 */
export async function resolveReport(
  { db }: Pick<ServerDeps, 'db'>,
  actor: StaffActor,
  { noticeId, dealtWith }: { noticeId: number; dealtWith: boolean },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const held = await lockReport(tx, { noticeId, asRole: actor.role })
    if (!held) throw new AppError('missing', messages.notFound)
    const before = held.dealtWithAt !== null
    if (before === dealtWith) throw new AppError('refused', before ? texts.dealtWith(held.dealtWithBy) : texts.open)
    if (dealtWith) {
      await forgetReport(tx, noticeId)
      await recordOpening(tx, noticeId, actor.id)
    }
    await recordResolution(tx, noticeId, dealtWith ? actor.id : null)
    const report = `the report about document ${held.documentId || '(gone)'}`
    await writeAudit(tx, {
      type: 'NOTICE',
      actor,
      subject: held.userId === null ? null : { id: held.userId },
      description: dealtWith ? `Resolved ${report}.` : `Reopened ${report}.`,
      oldValue: { dealtWith: before, ...(held.dealtWithBy && { by: held.dealtWithBy }) },
      newValue: { dealtWith },
      address: actor.address,
    })
  })
}

/**
 * Marks a report as opened: the first member of staff to open its page reads who reported it and how to reach them.
 * Repeated, it changes nothing.
 * @throws AppError `missing` if there is no such report, or the caller may not see its owner
 */
export async function openReport(
  { db }: Pick<ServerDeps, 'db'>,
  actor: StaffActor,
  { noticeId }: { noticeId: number },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const held = await lockReport(tx, { noticeId, asRole: actor.role })
    if (!held) throw new AppError('missing', messages.notFound)
    if (held.openedAt !== null) return
    await recordOpening(tx, noticeId, actor.id)
    await writeAudit(tx, {
      type: 'NOTICE',
      actor,
      subject: held.userId === null ? null : { id: held.userId },
      description: `Opened the report about document ${held.documentId || '(gone)'}.`,
      address: actor.address,
    })
  })
}
