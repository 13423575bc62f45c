import { formatTime } from '#shared/domain/dates.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import type { RestoreNoticedBy } from '#shared/node/platform/database/types/operations.ts'
import { queueNotice } from '../notices/notice.queries.ts'
import {
  restartPurgeLetters,
  backdateRestore,
  markOpenNoticesInDoubt,
  revokeRestoredAccess,
  listFeedsAtRestore,
  lockDatabaseMark,
  insertRestore,
  readOpenRestore,
  type Restore,
  skipLostIds,
  listTechnicalStaff,
} from './restore.queries.ts'

type RestoreReport = {
  /** The moment of the backup, or one before it. */
  backupAt: Date
  noticedBy: RestoreNoticedBy
  actor?: { id: number; username: string; address: string; sessionId: string }
  /** For the audit log and the email to staff, in the county's time. */
  timeZone: string
}

const descriptions: Record<RestoreNoticedBy, string> = {
  mark: 'The database is older than it was before.',
  command: "Someone ran 'npm run restore' or 'npm run after-restore'.",
  staff: 'Staff reported that the database was restored from a backup.',
}

/**
 * Handles a database that was restored from a backup and lacks everything since then. Pauses delivery until staff
 * release it, marks every open notice as in doubt since the backup, ends sessions and reset links, restarts the emails
 * before a purge, skips ids given out since, writes to the audit log, and emails technical staff. Called again while
 * delivery is paused, it can only move the time of the backup to an earlier one.
 * @param tx the caller's transaction; takes a few seconds with a hundred thousand open notices
 */
export async function beginRestore(tx: Tx, report: RestoreReport): Promise<{ restore: Restore; begun: boolean }> {
  const { timeline, positionAt } = await lockDatabaseMark(tx)
  const open = await readOpenRestore(tx)
  if (open) return { restore: await moveBackupEarlier(tx, open, report), begun: false }
  return {
    restore: await startRestore(tx, { ...report, backupAt: getEarlier(report.backupAt, positionAt) }, timeline),
    begun: true,
  }
}

/**
 * The last time in the restored database is before its backup began, while a person may give the time at which the
 * backup ended. But if processes already run on the restored database, its last time is after the restore. Hence the
 * earlier of the two.
 */
const getEarlier = (named: Date, known: Date): Date => (known < named ? known : named)

async function startRestore(tx: Tx, report: RestoreReport, timeline: string): Promise<Restore> {
  const inDoubt = await markOpenNoticesInDoubt(tx, report.backupAt)
  const ended = await revokeRestoredAccess(tx, report.actor?.sessionId ?? null)
  const restore = await insertRestore(tx, {
    backupAt: report.backupAt,
    noticedBy: report.noticedBy,
    timelineBefore: timeline,
    inDoubt,
    ended,
    feeds: await listFeedsAtRestore(tx),
  })
  await restartPurgeLetters(tx)
  await skipLostIds(tx)
  const from = formatTime(report.backupAt, report.timeZone)
  await writeAudit(
    tx,
    {
      type: 'NOTICE',
      ...toActor(report),
      description: `${descriptions[report.noticedBy]} Delivery is paused, and every open message has been in doubt since ${from}. Unsubscribes, records and changes made between then and now are missing.`,
      newValue: {
        backupAt: from,
        emailsInDoubt: inDoubt.emails,
        textsInDoubt: inDoubt.texts,
        heldInDoubt: inDoubt.held,
        lastRecords: formatLastRecords(restore, report.timeZone),
      },
    },
    {
      type: 'LOGOUT',
      ...toActor(report),
      description: 'Ended all sessions and password reset links after a restore.',
      newValue: { ended: ended.sessions, resetLinks: ended.resetLinks },
    },
  )
  for (const { id, email } of await listTechnicalStaff(tx))
    await queueNotice(tx, {
      kind: 'account',
      template: 'database-restored',
      channel: 'EMAIL',
      target: email,
      userId: id,
      data: { from },
    })
  return restore
}

const toActor = ({ actor }: RestoreReport) => ({ actor: actor ?? null, ...(actor && { address: actor.address }) })

/** The last record of each feed, for readers of the audit log. */
const formatLastRecords = ({ feeds }: Restore, timeZone: string): string =>
  feeds
    .map(({ name, lastReceivedAt, lastDocumentId }) =>
      lastReceivedAt ? `${name} ${formatTime(new Date(lastReceivedAt), timeZone)} (${lastDocumentId ?? ''})` : name,
    )
    .join(', ')

async function moveBackupEarlier(tx: Tx, open: Restore, report: RestoreReport): Promise<Restore> {
  if (report.backupAt >= open.backup_at) return open
  await writeAudit(tx, {
    type: 'NOTICE',
    ...toActor(report),
    description: `Every open message has been in doubt since ${formatTime(report.backupAt, report.timeZone)}, the time of the backup that was restored.`,
    oldValue: { backupAt: formatTime(open.backup_at, report.timeZone) },
    newValue: { backupAt: formatTime(report.backupAt, report.timeZone) },
  })
  return backdateRestore(tx, open, report.backupAt)
}
