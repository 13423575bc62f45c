import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { again } from '#shared/node/platform/database/retry.ts'
import type { RestoreNoticedBy } from '#shared/node/platform/database/types.ts'
import { beginRestore } from '#shared/node/domain/restore/begin-restore.ts'
import {
  countPaused,
  markReleased,
  readLatestRestore,
  readRestore,
  type Restore,
} from '#shared/node/domain/restore/restore.queries.ts'
import { parseBackupTime } from '#shared/domain/monitoring/backup-time.ts'
import { formatTime } from '#shared/domain/dates.ts'
import type { UserContext } from '#server/trpc/context.ts'

/** A restore as staff see it; times 'MM/DD/YYYY h:mm a' in the county's zone. */
export type RestoreView = {
  id: number
  /** Whether delivery waits for staff. */
  paused: boolean
  backupAt: string
  noticedAt: string
  noticedBy: RestoreNoticedBy
  /** Messages that may have been sent between the backup and the restore, as they were found. */
  emailsInDoubt: number
  textsInDoubt: number
  held: number
  /** Messages that wait now: those in doubt, and alerts decided since. */
  waiting: { inDoubt: number; new: number }
  sessionsEnded: number
  resetLinksEnded: number
  /** What each feed had posted last; '' where nothing. */
  feeds: { id: number; name: string; lastReceivedAt: string; lastDocumentId: string }[]
  releasedAt: string
  releasedBy: string
}

type Restoring = Pick<UserContext, 'db' | 'env'>

/** The newest restore that was noticed, or null. */
export async function showRestore(ctx: Restoring): Promise<RestoreView | null> {
  const restore = await readLatestRestore(ctx.db)
  return restore ? viewOf(ctx, restore) : null
}

async function viewOf({ db, env }: Restoring, restore: Restore): Promise<RestoreView> {
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
 * Staff's word that the database was restored from a backup; as the start of a server or worker and
 * `npm run after-restore` do it. The caller's own session goes on.
 * @throws AppError `refused` where that is no time of a backup
 */
export async function declareRestore(ctx: UserContext, backupAt: string): Promise<void> {
  const { db, env, user, address, session } = ctx
  const read = parseBackupTime(backupAt, env.COUNTY_TIME_ZONE)
  if ('problem' in read) throw new AppError('refused', messages.correctFields, { fields: { backupAt: read.problem } })
  const actor = { id: user.id, username: user.username, address, sessionId: session.id }
  await again(() =>
    db
      .transaction()
      .execute((tx) =>
        beginRestore(tx, { backupAt: read.at, noticedBy: 'staff', actor, timeZone: env.COUNTY_TIME_ZONE }),
      ),
  )
}

/**
 * Lets delivery go on: what is in doubt is asked about, or sent as possibly the second one.
 * @param id of the restore that was shown
 * @throws AppError `missing` where there is no such restore; `refused` where somebody else has released it
 */
export async function releaseDelivery(ctx: UserContext, id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const restore = await readRestore(tx, id)
    if (!restore) throw new AppError('missing', messages.notFound)
    const waiting = await countPaused(tx, restore)
    if (!(await markReleased(tx, id, ctx.user))) throw new AppError('refused', 'The alerts were released already.')
    await writeAudit(tx, {
      type: 'NOTICE',
      actor: ctx.user,
      description: 'Delivery was released after a restore.',
      newValue: { messagesInDoubt: waiting.inDoubt, newMessages: waiting.new },
      address: ctx.address,
    })
    await ctx.enqueue(tx, 'wakeDelivery', {})
  })
}
