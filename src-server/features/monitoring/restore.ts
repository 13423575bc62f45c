import type { Actor } from '#server/platform/actor.ts'
import { createProblemsError } from '#server/platform/assert-no-problems.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { parseBackupTime } from '#shared/domain/monitoring/backup-time.ts'
import { beginRestore } from '#shared/node/domain/restore/begin-restore.ts'
import {
  countPaused,
  markRestoreReleased,
  readLatestRestore,
  readRestore,
  type Restore,
} from '#shared/node/domain/restore/restore.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import type { RestoreNoticedBy } from '#shared/node/platform/database/types/operations.ts'

/** A restore as staff see it; times are 'MM/DD/YYYY h:mm a' in the county's zone. */
export type RestoreView = {
  id: number
  /** Whether delivery waits for staff. */
  paused: boolean
  backupAt: string
  noticedAt: string
  noticedBy: RestoreNoticedBy
  /** Messages that may have been sent between the backup and the restore, counted when we noticed it. */
  emailsInDoubt: number
  textsInDoubt: number
  held: number
  /** Messages waiting now: those in doubt, and alerts decided since. */
  waiting: { inDoubt: number; new: number }
  sessionsEnded: number
  resetLinksEnded: number
  /** The last post of each feed; '' for a feed that never posted. */
  feeds: { id: number; name: string; lastReceivedAt: string; lastDocumentId: string }[]
  releasedAt: string
  releasedBy: string
}

type RestoreDeps = Pick<ServerDeps, 'db' | 'env'>

/** The newest restore, or null. */
export async function showRestore(deps: RestoreDeps): Promise<RestoreView | null> {
  const restore = await readLatestRestore(deps.db)
  return restore ? toRestoreView(deps, restore) : null
}

async function toRestoreView({ db, env }: RestoreDeps, restore: Restore): Promise<RestoreView> {
  const time = (at: Date | null) => formatTime(at, env.COUNTY_TIME_ZONE)
  const paused = restore.released_at === null
  return {
    id: restore.id,
    paused,
    backupAt: time(restore.backup_at),
    noticedAt: time(restore.noticed_at),
    noticedBy: restore.noticed_by,
    emailsInDoubt: restore.emails_in_doubt,
    textsInDoubt: restore.texts_in_doubt,
    held: restore.held,
    waiting: paused ? await countPaused(db, restore) : { inDoubt: 0, new: 0 },
    sessionsEnded: restore.sessions_ended,
    resetLinksEnded: restore.reset_links_ended,
    feeds: restore.feeds.map(({ id, name, lastReceivedAt, lastDocumentId }) => ({
      id,
      name,
      lastReceivedAt: lastReceivedAt ? time(new Date(lastReceivedAt)) : '',
      lastDocumentId: lastDocumentId ?? '',
    })),
    releasedAt: time(restore.released_at),
    releasedBy: restore.released_by_name,
  }
}

/**
 * Staff declare that the database was restored from a backup, which otherwise a starting server or worker notices, or
 * `npm run after-restore` declares. The caller's own session continues.
 * @throws AppError `refused` if no backup can be from that time
 */
export async function declareRestore(deps: ServerDeps, actor: Actor, backupAt: string): Promise<void> {
  const { db, env } = deps
  const read = parseBackupTime(backupAt, env.COUNTY_TIME_ZONE)
  if ('problem' in read) throw createProblemsError({ backupAt: read.problem })
  await inTransaction(db, (tx) =>
    beginRestore(tx, {
      backupAt: read.at,
      noticedBy: 'staff',
      actor: { ...actor, sessionId: actor.session.id },
      timeZone: env.COUNTY_TIME_ZONE,
    }),
  )
}

/**
 * Resumes delivery: it checks messages in doubt with the provider, or sends them as possible duplicates.
 * @param id of the restore that was shown
 * @throws AppError `missing` if there is no such restore; `refused` if another administrator has released it
 */
export async function releaseDelivery(deps: ServerDeps, actor: Actor, id: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const restore = await readRestore(tx, id)
    if (!restore) throw new AppError('missing', messages.notFound)
    const waiting = await countPaused(tx, restore)
    if (!(await markRestoreReleased(tx, id, actor))) throw new AppError('refused', 'The alerts were already released.')
    await writeAudit(tx, {
      type: 'NOTICE',
      actor,
      description: 'Released delivery after a restore.',
      newValue: { messagesInDoubt: waiting.inDoubt, newMessages: waiting.new },
      address: actor.address,
    })
    await deps.enqueue(tx, 'wakeDelivery', {})
  })
}
