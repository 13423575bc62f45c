import { chainLateSeconds } from '#shared/domain/monitoring/health.ts'
import { appendAuditRows, readChainState, tryLockAuditChain } from '#shared/node/platform/audit/audit-chain.queries.ts'
import type { Head } from '#shared/node/platform/audit/audit-chain.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import type { WorkerDeps } from '../platform/deps.ts'

const rowsAtOnce = 1000

/**
 * Appends new rows of the audit log to the chain. Any number of workers may call it: one at a time does the work. It
 * logs the new head, so that it is also known outside the database.
 */
export async function extendAuditChain({ db, log }: Pick<WorkerDeps, 'db' | 'log'>): Promise<void> {
  let last: Head | undefined
  let rows = 0
  for (;;) {
    const grown = await inTransaction(db, async (tx) =>
      (await tryLockAuditChain(tx)) ? appendAuditRows(tx, rowsAtOnce) : null,
    )
    if (grown && grown.appended > 0) last = grown.head
    rows += grown?.appended ?? 0
    if (!grown || grown.appended < rowsAtOnce) break
  }
  if (last) log.info('audit.chain_extended', { rows, position: last.position, hash: last.hash.toString('hex') })
  const { unchained, unchainedSeconds } = await readChainState(db)
  if (unchainedSeconds > chainLateSeconds)
    log.error('audit.chain_stalled', undefined, {
      rows: unchained,
      seconds: Math.round(unchainedSeconds),
    })
}
