import { suppress } from '#shared/node/domain/recipients/suppress.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import type { Transport } from '#shared/node/providers/common/transport.ts'
import { lookUpNumber } from '../recipients/look-up.ts'
import { type CallResult, endWithoutCall, makeCall } from './call.ts'
import { getNextWaitMs } from './clock.ts'
import type { CheckedNotice } from './commit-calls.queries.ts'
import type { Committed } from './commit.ts'
import type { StageContext } from './context.ts'
import { getSenderBranding } from './get-sender-branding.ts'
import type { Outcome } from './outcome.queries.ts'
import { retryWrite } from './retry-write.ts'

/** Stage 4: makes the committed calls and look-ups. Returns the outcome of each, as it comes; none rejects. */
export function sendCalls({ calls, lookUps, lease, settings }: Committed, context: StageContext): Promise<Outcome>[] {
  const { deps, transports, clock, callSlots } = context
  const branding = getSenderBranding(settings.common, deps.env)
  const send = async (notice: CheckedNotice) => {
    await callSlots.acquire(1)
    const result = await makeCall(notice, { transports, branding, clock, lease, log: deps.log })
    callSlots.release(1)
    await heedAnswer(notice, result, context)
    return result.outcome
  }
  const { maxValidationAttempts } = settings.alertSettings
  return [...lookUps.map((notice) => lookUp(notice, maxValidationAttempts, context)), ...calls.map(send)]
}

/**
 * Acts on an answer before its outcome is recorded: delays further calls, or suppresses the address. If the worker is
 * killed in between, the call is made again, and we act on that answer.
 */
async function heedAnswer(
  { id, channel, target, databaseNow }: CheckedNotice,
  { outcome, error }: CallResult,
  { deps, backOff, clock, isStopping }: StageContext,
): Promise<void> {
  if (error?.retryAfterMs) backOff.extend(channel, clock.scale(error.retryAfterMs))
  const reason = error?.suppress
  if (!reason || reason === 'unsubscribe' || reason === 'staff') return
  const at = outcome.call?.calledAt ?? databaseNow()
  const write = () =>
    inTransaction(deps.db, (tx) => suppress(tx, { channel, target, reason, detail: error.message, at }))
  const onFailure = (failure: unknown, tries: number) =>
    deps.log.error('delivery.suppression_not_recorded', failure, { notice: id, tries })
  await retryWrite(write, { onFailure, isStopping })
}

/** Looks up a number. Its text is sent with the next claim, once the number is validated. */
async function lookUp(
  notice: CheckedNotice,
  max: number,
  { deps, transports, clock, backOff }: StageContext,
): Promise<Outcome> {
  const transport = transports.PHONE as Transport | null
  const number = { phoneId: notice.recipientId ?? 0, number: notice.target, max }
  const answer = await lookUpNumber(deps.db, transport, number).catch((error: unknown) => {
    deps.log.error('delivery.lookup_not_recorded', error, { notice: notice.id })
    return { retry: null }
  })
  if (answer === 'textable') return endWithoutCall(notice, { state: 'waiting', waitMs: 0 })
  if ('refused' in answer) return endWithoutCall(notice, { state: 'failed', reason: answer.refused })
  const retryMs = getNextWaitMs(clock, { attempts: 2, sinceFirstMs: 0, random: Math.random() }) ?? 0
  const waitMs = Math.max(retryMs, backOff.leftMs('PHONE'))
  return endWithoutCall(notice, { state: 'waiting', waitMs })
}
