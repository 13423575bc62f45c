import type { ServerDeps } from '#server/platform/deps.ts'
import { queueNotice } from '#shared/node/domain/notices/notice.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import type { RunCounts } from './run.queries.ts'

type RunResult = { outcome: 'done' | 'failed' | 'restored'; counts: RunCounts | null; message: string }

/** Emails the result of a run to the county's contact, if the county named one. */
export async function emailContact(
  tx: Tx,
  { settings, enqueue }: Pick<ServerDeps, 'settings' | 'enqueue'>,
  { outcome, counts, message }: RunResult,
): Promise<void> {
  const { contactEmail } = (await settings.current()).common
  if (contactEmail === '') return
  await queueNotice(tx, {
    kind: 'account',
    template: 'migration-ended',
    channel: 'EMAIL',
    target: contactEmail,
    userId: null,
    data: {
      outcome,
      message,
      alerts: (outcome === 'restored' ? counts?.alertsRestored : counts?.alertsTaken) ?? 0,
      emails: (outcome === 'restored' ? counts?.emailsRestored : counts?.emailsTaken) ?? 0,
      skipped: (counts?.alertsSkipped ?? 0) + (counts?.emailsSkipped ?? 0),
    },
  })
  await enqueue(tx, 'wakeDelivery', {})
}
