import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import type { RestoreNoticedBy } from '#shared/node/platform/database/types.ts'
import { queueNotice } from '../notices/notice.queries.ts'
import { formatTime } from '#shared/domain/dates.ts'
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

export type RestoreReport = {
  /** The moment of the backup, or one before it. */
  backupAt: Date
  noticedBy: RestoreNoticedBy
  actor?: { id: number; username: string; address: string; sessionId: string }
  /** The county's, for the audit log and the mail to staff. */
  timeZone: string
}

const noticed: Record<RestoreNoticedBy, string> = {
  mark: 'The database is older than it was before.',
  command: "Someone ran 'npm run after-restore'.",
  staff: 'Staff reported that the database was restored from a backup.',
}

/**
 * The database was restored from a backup, so what happened since is unknown. Delivery pauses until staff release it;
 * every open notice is in doubt since the backup; sessions and reset links end; letters before a purge begin again; ids
 * given out since are skipped; the audit log has it, and technical staff get an email. Said once more while delivery is
 * paused, it can only move the time of the backup to an earlier one.
 * @param tx the caller's transaction; a few seconds with a hundred thousand open notices
 */
export async function beginRestore(tx: Tx, word: RestoreReport): Promise<{ restore: Restore; begun: boolean }> {
  const { timeline, positionAt } = await lockDatabaseMark(tx)
  const open = await readOpenRestore(tx)
  if (open) return { restore: await dateBack(tx, open, word), begun: false }
  return { restore: await begin(tx, { ...word, backupAt: earlier(word.backupAt, positionAt) }, timeline), begun: true }
}

/**
 * What the database knows last was before the backup; a person may name the time at which the backup ended, and it holds
 * what was there when it began. Where processes run on it already, what it knows last is of after the restore.
 */
const earlier = (named: Date, known: Date): Date => (known < named ? known : named)

async function begin(tx: Tx, word: RestoreReport, timeline: string): Promise<Restore> {
  const inDoubt = await markOpenNoticesInDoubt(tx, word.backupAt)
  const ended = await revokeRestoredAccess(tx, word.actor?.sessionId ?? null)
  const restore = await insertRestore(tx, {
    backupAt: word.backupAt,
    noticedBy: word.noticedBy,
    timelineBefore: timeline,
    inDoubt,
    ended,
    feeds: await listFeedsAtRestore(tx),
  })
  await restartPurgeLetters(tx)
  await skipLostIds(tx)
  const from = formatTime(word.backupAt, word.timeZone)
  await writeAudit(
    tx,
    {
      type: 'NOTICE',
      ...by(word),
      description: `${noticed[word.noticedBy]} Delivery is paused, and every open message has been in doubt since ${from}. Unsubscribes, records and changes made between then and now are missing.`,
      newValue: {
        backupAt: from,
        emailsInDoubt: inDoubt.emails,
        textsInDoubt: inDoubt.texts,
        heldInDoubt: inDoubt.held,
        lastRecords: lastRecords(restore, word.timeZone),
      },
    },
    {
      type: 'LOGOUT',
      ...by(word),
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

const by = ({ actor }: RestoreReport) => ({ actor: actor ?? null, ...(actor && { address: actor.address }) })

/** What each feed had posted last, for whoever reads the log later. */
const lastRecords = ({ feeds }: Restore, timeZone: string): string =>
  feeds
    .map(({ name, lastReceivedAt, lastDocumentId }) =>
      lastReceivedAt ? `${name} ${formatTime(new Date(lastReceivedAt), timeZone)} (${lastDocumentId ?? ''})` : name,
    )
    .join(', ')

async function dateBack(tx: Tx, open: Restore, word: RestoreReport): Promise<Restore> {
  if (word.backupAt >= open.backup_at) return open
  await writeAudit(tx, {
    type: 'NOTICE',
    ...by(word),
    description: `Every open message has been in doubt since ${formatTime(word.backupAt, word.timeZone)}, the time of the backup that was restored.`,
    oldValue: { backupAt: formatTime(open.backup_at, word.timeZone) },
    newValue: { backupAt: formatTime(word.backupAt, word.timeZone) },
  })
  return backdateRestore(tx, open, word.backupAt)
}
