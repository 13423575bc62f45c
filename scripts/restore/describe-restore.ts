import { formatTime } from '#shared/domain/dates.ts'
import type { Restore } from '#shared/node/domain/restore/restore.queries.ts'

/** What a restore paused and ended, and the next steps. */
export function describeRestore({ restore, begun }: { restore: Restore; begun: boolean }, timeZone: string): string {
  const time = (at: Date) => formatTime(at, timeZone)
  const first = begun
    ? 'Delivery is paused until staff release it on the monitoring page.'
    : `Delivery was already paused, since ${time(restore.noticed_at)}; staff can release it on the monitoring page.`
  return [
    first,
    `In doubt since ${time(restore.backup_at)}: ${restore.emails_in_doubt} emails, ${restore.texts_in_doubt} texts, ${restore.held} held notices.`,
    `Ended: ${restore.sessions_ended} sessions, ${restore.reset_links_ended} password reset links.`,
    '',
    `Ask the recorder to post again what was recorded or posted from ${time(restore.backup_at)} to ${time(restore.noticed_at)}:`,
    ...feedLines(restore, time),
    '',
    'Missing since the backup, so check: unsubscribes and spam reports (in SendGrid: Suppressions), changed passwords and',
    'roles, locked or deleted users, revoked feed keys, used recovery codes.',
  ].join('\n')
}

function feedLines({ feeds }: Restore, time: (at: Date) => string): string[] {
  if (feeds.length === 0) return ['  There are no feeds.']
  return feeds.map(({ name, lastReceivedAt, lastDocumentId }) =>
    lastReceivedAt
      ? `  ${name}: the last record arrived ${time(new Date(lastReceivedAt))} (${lastDocumentId ?? ''})`
      : `  ${name}: no records arrived; ask for everything`,
  )
}
