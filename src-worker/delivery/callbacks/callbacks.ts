import type { Channel } from '#shared/contract/alert.ts'
import { suppress } from '#shared/node/domain/recipients/suppress.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import type { DeliveryReport, StoredBody } from '#shared/node/providers/common/callback.ts'
import { readText } from '#shared/node/providers/common/read-values.ts'
import { callbackReaders } from '#shared/node/providers/registry.ts'
import type { Loop, WorkerDeps } from '../../platform/deps.ts'
import { isTransient } from '../../platform/errors.ts'
import { startLoop } from '../../platform/loop.ts'
import { liftRefusals } from '../lift-refusals.ts'
import { applyReports } from './apply-reports.queries.ts'
import {
  markCallbacksApplied,
  findReportedMail,
  type StoredCallback,
  claimCallbacks,
  hasCallbacks,
} from './callback.queries.ts'
import { applyReply } from './replies.ts'

const batchSize = 500

/** Applies providers' reports soon after they arrive; a lost wake-up delays them by at most one poll. */
export const startCallbacks = (deps: WorkerDeps): Loop =>
  startLoop({ name: 'callbacks', everyMs: deps.options.pollMs, log: deps.log, step: () => applyCallbacks(deps) })

type Deps = Pick<WorkerDeps, 'db' | 'log' | 'enqueue' | 'options'>

/**
 * Applies stored reports. Notices that a provider refused for a reason on our side then wait again.
 * @returns true if more may be waiting
 */
export async function applyCallbacks(deps: Deps): Promise<boolean> {
  if (!(await hasCallbacks(deps.db))) return false
  const more = await applyNext(deps)
  // The sweep repeats it.
  await liftRefusals(deps).catch((error: unknown) => deps.log.error('delivery.refusals_not_lifted', error))
  return more
}

/**
 * Applies a batch in one transaction. If it fails, applies callbacks one at a time, and sets aside a failing one with its
 * problem.
 */
async function applyNext({ db, log, enqueue }: Deps): Promise<boolean> {
  const step = (limit: number) =>
    inTransaction(db, async (tx) => {
      const callbacks = await claimCallbacks(tx, limit)
      if (!callbacks || callbacks.length === 0) return 0
      await applyBatch(tx, callbacks)
      await markCallbacksApplied(
        tx,
        callbacks.map(({ id }) => id),
      )
      await enqueue(tx, 'wakeDelivery', {})
      return callbacks.length
    })
  try {
    return (await step(batchSize)) === batchSize
  } catch (error) {
    // An unreachable database says nothing about the reports, so they wait for the next poll.
    if (isTransient(error)) throw error
    log.warn('callbacks.batch_failed', {
      error: error instanceof Error ? error.name : 'unknown',
    })
  }
  try {
    return (await step(1)) > 0
  } catch (error) {
    if (isTransient(error)) throw error
    log.error('callbacks.callback_rejected', error)
    return inTransaction(db, async (tx) => {
      const callbacks = await claimCallbacks(tx, 1)
      if (!callbacks?.[0]) return false
      await markCallbacksApplied(tx, [callbacks[0].id], 'We could not apply it.')
      return true
    })
  }
}

async function applyBatch(tx: Tx, callbacks: StoredCallback[]): Promise<void> {
  const reports: DeliveryReport[] = []
  for (const { provider, body, received_at: receivedAt } of callbacks) {
    const reader = callbackReaders.get(provider)
    if (reader?.kind === 'inbound-text') await applyText(tx, readInboundText(body, reader.fields), receivedAt)
    else if (reader) {
      const report = reader.read(body, receivedAt)
      if (!report) continue
      reports.push(report)
      if (report.stop && report.target) await suppressReported(tx, reader.channel, report, report.stop)
    }
  }
  await applyReports(tx, reports)
}

const readInboundText = (body: StoredBody, fields: { from: string; text: string }) => ({
  from: readText(body[fields.from]),
  body: readText(body[fields.text]),
})

async function applyText(tx: Tx, text: { from: string; body: string }, at: Date): Promise<void> {
  if (/^\+\d{7,15}$/.test(text.from)) await applyReply(tx, { ...text, at })
}

/**
 * A complaint about a message that we send on our own suppresses all of its owner's messages except account mail, and
 * those of every owner if there was an earlier complaint about another owner's message. A complaint about mail that
 * anyone can request for an address (a verification link, a password reset) must not end its owner's alerts, so it
 * suppresses only such requests. So does a complaint about a message that we no longer know: a missed alert would be
 * worse, and a complaint about the next notice will identify it.
 */
async function suppressReported(
  tx: Tx,
  channel: Channel,
  report: DeliveryReport,
  reason: NonNullable<DeliveryReport['stop']>,
): Promise<void> {
  const mail = reason === 'complaint' ? await findReportedMail(tx, report, report.target) : undefined
  const isOurs = mail !== undefined && ['match', 'weekly', 'service'].includes(mail.kind)
  await suppress(tx, {
    channel,
    target: report.target,
    reason,
    scope: isOurs ? 'messages' : 'requests',
    owner: isOurs ? mail : undefined,
    detail: report.reason,
    at: report.at,
  })
}
