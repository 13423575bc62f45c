import { setTimeout as sleep } from 'node:timers/promises'
import type { AuditActor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { countWithinLimit } from '#server/platform/throttle/throttle.queries.ts'
import { AppError } from '#shared/contract/errors.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { queueNotice } from '#shared/node/domain/notices/notice.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { noticeState, isPhoneSuppressed } from './test-text.queries.ts'

type Deps = Pick<ServerDeps, 'db' | 'enqueue' | 'env'>

type TestText = {
  /** In E.164. */
  number: string
  /** The phone record and its owner, if the number belongs to one. */
  recipientId?: number
  userId?: number | null
}

/** How long we wait for the outcome. */
const maxOutcomeWaitMs = 10_000
const pollMs = 150

export const testTextMessages = {
  noTexts: 'This service sends no texts: the operator set SMS_TRANSPORT to none.',
  stopped: (shown: string) => `Texts to ${shown} are stopped. To allow them again, text START from it to our number.`,
  tooMany: 'We sent many test texts in the last hour. Please try again later.',
  sent: (shown: string) => `Text sent to ${shown}.`,
  notSent: (shown: string, reason: string) => `We could not send the text to ${shown}. ${reason}`.trim(),
  stillSending: 'Still sending.',
  /** For the clerk who waits: what the provider last said, or else the error of our call to it. */
  noAnswer: (provider: string, reason: string) =>
    reason === ''
      ? `No answer from ${provider} yet.`
      : reason.startsWith(provider)
        ? `${provider} has not taken it yet: ${reason}`
        : `No answer from ${provider} yet: ${reason.replace(/^We could not reach/, 'could not reach').replace('the provider (', 'it (')}`,
} as const

const providerNames: Record<string, string> = { twilio: 'Twilio', outbox: 'the outbox' }

/** The outcome of a test text within the time that the caller waits. */
export type TestTextResult = {
  message: string
  /** Absent once the provider has accepted the text. */
  content: { noAnswer: string } | null
}

/**
 * Sends one test text, for Hello World and for SMS on the Phones list, and waits up to 10 s for its outcome. Hourly
 * limits for the county and for one number protect strangers.
 * @param waitMs other than the default only in tests
 * @returns 'Text sent to …', or 'Still sending.' and what the provider last said
 * @throws AppError `refused` if texts are not sent here, the number is suppressed, the limit of the hour is reached, or
 *   the provider refused it
 */
export async function sendTestText(
  { db, enqueue, env }: Deps,
  actor: AuditActor,
  { number, recipientId, userId = null }: TestText,
  waitMs: number = maxOutcomeWaitMs,
): Promise<TestTextResult> {
  const texts = testTextMessages
  const shown = formatPhone(number)
  if (env.SMS_TRANSPORT === 'none') throw new AppError('refused', texts.noTexts)
  if (await isPhoneSuppressed(db, number)) throw new AppError('refused', texts.stopped(shown))
  const allowed =
    (await countWithinLimit(db, env.APP_SECRET, 'testTextsToNumber', number)) &&
    (await countWithinLimit(db, env.APP_SECRET, 'testTexts', 'county'))
  if (!allowed) throw new AppError('refused', texts.tooMany)

  const id = await inTransaction(db, async (tx) => {
    const noticeId = await queueNotice(tx, {
      kind: 'test',
      template: 'test-text',
      channel: 'PHONE',
      target: number,
      userId,
      ...(recipientId !== undefined && { recipientId }),
      data: {},
    })
    await writeAudit(tx, {
      type: 'NOTICE',
      actor,
      subject: userId === null ? null : { id: userId },
      description: 'Requested a test text.',
      newValue: { number, notice: noticeId },
      address: actor.address,
    })
    await enqueue(tx, 'wakeDelivery', {})
    return noticeId
  })
  return awaitOutcome(db, id, { shown, provider: providerNames[env.SMS_TRANSPORT] ?? 'the provider', waitMs })
}

async function awaitOutcome(
  db: Deps['db'],
  id: number,
  { shown, provider, waitMs }: { shown: string; provider: string; waitMs: number },
): Promise<TestTextResult> {
  const until = performance.now() + waitMs
  for (;;) {
    const notice = await noticeState(db, id)
    if (!notice) throw new AppError('refused', testTextMessages.notSent(shown, ''))
    if (notice.state === 'accepted' || notice.state === 'delivered')
      return { message: testTextMessages.sent(shown), content: null }
    if (notice.state === 'failed' || notice.state === 'cancelled')
      throw new AppError('refused', testTextMessages.notSent(shown, notice.reason))
    if (performance.now() >= until) {
      const { stillSending: message, noAnswer } = testTextMessages
      return { message, content: { noAnswer: noAnswer(provider, notice.reason) } }
    }
    await sleep(pollMs)
  }
}
