import type { Db } from '#shared/node/platform/database/client.ts'
import { keepPath, noticePath } from '#shared/node/domain/notices/links.ts'
import type { Log } from '#shared/node/platform/log.ts'
import type { Letterhead } from '../templates/message.ts'
import { confirmPhonePath } from '../templates/texts.ts'
import type { Doubt, Transport, Transports } from '#shared/node/providers/common/transport.ts'
import { givenUp } from './call.ts'
import { type Claimed, release } from './claim.queries.ts'
import type { Clock } from './clock.ts'
import { endDoubt, type Doubtful, readDoubtful } from './in-doubt.queries.ts'
import type { Outcome } from './outcome.queries.ts'

type Verdict = { outcome: Outcome } | { waitMs: number } | 'call again'

/** A provider that leaves two calls without an answer is not called a third time by itself: staff decide. */
const mostUnanswered = 2

/** Whether something is to be found out before a notice is called again. */
export const isDoubtful = (
  { doubtSince, perhapsTakenSince, channel }: Claimed,
  transports: { [C in Claimed['channel']]: Pick<Transport, 'ask'> | null },
): boolean => doubtSince !== null || (perhapsTakenSince !== null && transports[channel]?.ask !== undefined)

/**
 * Decides about calls that the provider may have taken. Where there was no answer and word may still come they wait;
 * where the provider can be asked it is; then they are called again, marked as possibly sent twice: once more without an
 * answer, on schedule where it answered with a failure (decisions, section 8).
 * @returns outcomes to write, and the claims to call again; the others have been given back
 */
export async function resolveDoubts(
  db: Db,
  claimed: Claimed[],
  context: Context,
): Promise<{ outcomes: Outcome[]; again: Claimed[]; released: number }> {
  const notices = await readDoubtful(
    db,
    claimed.map((c) => c.id),
  )
  const verdicts = await Promise.all(
    claimed.map(async (one) => ({ one, verdict: await judge(one, notices.get(one.id), context) })),
  )
  const again = verdicts.filter(({ verdict }) => verdict === 'call again').map(({ one }) => one)
  if (again.length > 0) await endDoubt(db, again)
  const outcomes: Outcome[] = []
  let released = 0
  for (const { one, verdict } of verdicts) {
    if (verdict === 'call again') continue
    if ('outcome' in verdict) outcomes.push(verdict.outcome)
    else {
      await release(db, [one], verdict.waitMs)
      released++
    }
  }
  return { outcomes, again, released }
}

type Context = { transports: Transports; letterhead: Letterhead; clock: Clock; log: Log }

async function judge(claimed: Claimed, notice: Doubtful | undefined, context: Context): Promise<Verdict> {
  const { transports, clock, log } = context
  const { id, attempt, channel } = claimed
  const transport = transports[channel] as Transport | null
  if (!transport || !notice || notice.sinceMs === null) return 'call again'
  const left = notice.doubtMs === null ? 0 : clock.scale(transport.doubtWaitMs) - notice.doubtMs
  if (left > 0) return { waitMs: left }
  const end = (state: 'accepted' | 'failed', reason: string, providerMessageId: string | null): Verdict => ({
    outcome: { id, attempt, state, reason, possiblyTwice: false, waitMs: null, providerMessageId, call: null },
  })
  try {
    const found = await transport.ask?.(questionOf(claimed, notice, context))
    if (found) return end('accepted', '', found)
  } catch (error) {
    log.warn('delivery.in_doubt_not_resolved', {
      notice: id,
      error: error instanceof Error ? error.name : 'unknown',
    })
    return notice.sinceMs >= clock.giveUpMs
      ? end('failed', givenUp, null)
      : { waitMs: nextQuestionMs(clock, notice.sinceMs) }
  }
  if (notice.doubtMs !== null && notice.unanswered >= mostUnanswered)
    return end('failed', 'The provider did not respond to two attempts.', null)
  return 'call again'
}

/** Longer and longer at first, as calls are made again, then every 10 minutes until the notice is given up. */
function nextQuestionMs({ retryMs, giveUpMs }: Clock, sinceMs: number): number {
  const steps = retryMs.slice(1, 4)
  return Math.min(steps.find((step) => step > sinceMs) ?? steps.at(-1) ?? 0, giveUpMs - sinceMs)
}

function questionOf(
  { id, kind, doubtSince, perhapsTakenSince }: Claimed,
  { target, template, documentId }: Doubtful,
  { letterhead: { secret } }: Context,
): Doubt {
  const link =
    kind === 'match'
      ? noticePath(secret, id)
      : template === 'keep-alerts-text'
        ? keepPath(secret, id)
        : template === 'verify-phone'
          ? // Each has a ticket of its own; any of them verifies the number.
            confirmPhonePath
          : null
  const times = [doubtSince, perhapsTakenSince].filter((time) => time !== null).map(Number)
  // What has no link could be mistaken for any other text to that number: only the last call is asked about.
  const calledAt = new Date(link === null ? Math.max(...times) : Math.min(...times))
  return { noticeId: id, target, link, documentId, calledAt }
}
