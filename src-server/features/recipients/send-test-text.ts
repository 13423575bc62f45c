import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#shared/contract/errors.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { queueNotice } from '#shared/node/domain/notices/notice.queries.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import type { Actor } from '../alerts/save-alert.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { withinLimit } from '#server/platform/throttle.queries.ts'
import { noticeState, phoneIsStopped } from './test-text.queries.ts'

type Deps = Pick<ServerDeps, 'db' | 'enqueue' | 'env'>

export type TestText = {
  /** E.164 */
  number: string
  /** The phone record and its owner, where the number is of one. */
  recipientId?: number
  userId?: number | null
}

/** The outcome is awaited that long (decisions, section 5). */
const awaitedMs = 10_000
const lookEveryMs = 150

const testTextMessages = {
  noTexts: 'No texts are sent here: the service was set up without them (SMS_TRANSPORT is none).',
  stopped: (shown: string) =>
    `Texts to ${shown} have been stopped.  Text START to our number from it to allow them again.`,
  tooMany: 'Many test texts were sent in the last hour.  Please try again later.',
  sent: (shown: string) => `Text sent to ${shown}.`,
  notSent: (shown: string, reason: string) => `The text to ${shown} was not sent.  ${reason}`.trim(),
  stillSending: 'Still sending.',
} as const

/**
 * Sends one test text, for Hello World and for SMS on the Phones list, and waits for its outcome up to 10 s
 * (decisions, section 5). A few in an hour, for the county and for one number: it is no way to write to strangers.
 * @param waitMs other than usual in tests alone
 * @returns 'Text sent to …' or 'Still sending.'
 * @throws AppError `refused` where texts are not sent here, the number was stopped, the limit of the hour is reached,
 *   or the provider refused it
 */
export async function sendTestText(
  { db, enqueue, env }: Deps,
  { number, recipientId, userId = null }: TestText,
  actor: Actor,
  waitMs: number = awaitedMs,
): Promise<string> {
  const say = testTextMessages
  const shown = formatPhone(number)
  if (env.SMS_TRANSPORT === 'none') throw new AppError('refused', say.noTexts)
  if (await phoneIsStopped(db, number)) throw new AppError('refused', say.stopped(shown))
  const allowed =
    (await withinLimit(db, env.APP_SECRET, 'testTextsToNumber', number)) &&
    (await withinLimit(db, env.APP_SECRET, 'testTexts', 'county'))
  if (!allowed) throw new AppError('refused', say.tooMany)

  const id = await db.transaction().execute(async (tx) => {
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
      description: 'A test text was asked for.',
      newValue: { number, notice: noticeId },
      address: actor.address,
    })
    await enqueue(tx, 'wakeDelivery', {})
    return noticeId
  })
  return outcomeOf(db, id, shown, waitMs)
}

async function outcomeOf(db: Deps['db'], id: number, shown: string, waitMs: number): Promise<string> {
  const until = performance.now() + waitMs
  for (;;) {
    const notice = await noticeState(db, id)
    if (!notice) throw new AppError('refused', testTextMessages.notSent(shown, ''))
    if (notice.state === 'accepted' || notice.state === 'delivered') return testTextMessages.sent(shown)
    if (notice.state === 'failed' || notice.state === 'cancelled')
      throw new AppError('refused', testTextMessages.notSent(shown, notice.reason))
    if (performance.now() >= until) return testTextMessages.stillSending
    await sleep(lookEveryMs)
  }
}
