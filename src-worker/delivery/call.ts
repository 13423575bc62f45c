import { ownFailures } from '#shared/node/domain/notices/own-failures.ts'
import type { Log } from '#shared/node/platform/log.ts'
import type { Message } from '#shared/node/providers/common/message.ts'
import {
  DeliveryError,
  createTooLateError,
  type Transport,
  type Transports,
} from '#shared/node/providers/common/transport.ts'
import type { SenderBranding } from '../templates/parts/sender-branding.ts'
import { render } from '../templates/render.ts'
import { type Clock, getNextWaitMs } from './clock.ts'
import type { CheckedNotice } from './commit-calls.queries.ts'
import type { Lease } from './lease.ts'
import type { Outcome } from './outcome.queries.ts'

type CallContext = { transports: Transports; branding: SenderBranding; clock: Clock; lease: Lease; log: Log }

/** How a call ended: its outcome, and the error that other parts of the delivery act on. */
export type CallResult = { outcome: Outcome; error: DeliveryError | null }

/** Renders the message of a committed notice and makes its one call. Never throws: every failure is an outcome. */
export async function makeCall(
  notice: CheckedNotice,
  { transports, branding, clock, lease, log }: CallContext,
): Promise<CallResult> {
  const calledAt = notice.databaseNow()
  const end = (
    kind: NonNullable<Outcome['call']>['outcome'],
    rest: Pick<Outcome, 'state'> & Partial<Outcome>,
    detail = '',
  ): Outcome => ({
    id: notice.id,
    fence: notice.fence,
    possiblyTwice: notice.possiblyTwice,
    reason: '',
    waitMs: null,
    providerMessageId: null,
    call: { outcome: kind, calledAt, endedAt: notice.databaseNow(), detail },
    ...rest,
  })
  const transport = transports[notice.channel] as Transport | null
  if (!transport) return { outcome: end('refused', { state: 'failed', reason: ownFailures.noTexts }), error: null }

  let message: Message
  try {
    message = render(notice, branding)
  } catch (error) {
    log.error('delivery.message_not_rendered', error, { notice: notice.id, template: notice.template })
    return { outcome: end('refused', { state: 'failed', reason: ownFailures.notRendered }), error: null }
  }
  try {
    if (!lease.mayBegin()) throw createTooLateError()
    const providerMessageId = await transport.send({
      noticeId: notice.id,
      attempt: notice.fence,
      message,
      deadline: lease,
    })
    return { outcome: end('accepted', { state: 'accepted', providerMessageId }), error: null }
  } catch (thrown) {
    const error = asDeliveryError(thrown)
    if (error.kind === 'refused') {
      const { message: reason, refusedFor } = error
      return { outcome: end('refused', { state: 'failed', reason, refusedFor }, reason), error }
    }
    if (error.kind === 'in-doubt')
      return {
        outcome: end('in_doubt', { state: 'in_doubt', waitMs: clock.scale(transport.inDoubtWaitMs) }, error.message),
        error,
      }
    const waitMs = getRetryWaitMs(notice, error, clock)
    const reason = waitMs === null ? givenUpReason : ''
    const kind = error.perhapsTaken ? 'perhaps_taken' : 'retry'
    const outcome = end(kind, { state: waitMs === null ? 'failed' : 'waiting', waitMs, reason }, error.message)
    return { outcome: error.notBegun ? { ...outcome, call: null } : outcome, error }
  }
}

/** The outcome of a notice that is not called. */
export const endWithoutCall = (
  { id, fence, possiblyTwice }: Pick<Outcome, 'id' | 'fence' | 'possiblyTwice'>,
  { state, reason = '', waitMs = null }: Pick<Outcome, 'state'> & Partial<Outcome>,
): Outcome => ({ id, fence, possiblyTwice, state, reason, waitMs, providerMessageId: null, call: null })

/** When to call again, or null if the notice has failed. */
const getRetryWaitMs = (notice: CheckedNotice, error: DeliveryError, clock: Clock): number | null =>
  getNextWaitMs(clock, {
    // A call that only waited for a connection, or for too long, is retried soon.
    attempts: error.notBegun ? 1 : notice.attempts,
    sinceFirstMs: notice.sinceFirstMs ?? 0,
    retryAfterMs: error.retryAfterMs === undefined ? undefined : clock.scale(error.retryAfterMs),
    random: Math.random(),
  })

/** The reason shown for a notice that failed after its last call, a day after the first. */
export const givenUpReason = 'The provider did not accept this message within 24 hours.'

/** The transport did not foresee this error, so the provider may have accepted the message before it. */
const asDeliveryError = (error: unknown): DeliveryError =>
  error instanceof DeliveryError
    ? error
    : new DeliveryError('in-doubt', error instanceof Error ? error.name : 'unknown')
