import type { Db } from '#shared/node/db/client.ts'
import { noticePath } from '#shared/node/links.ts'
import type { Log } from '#shared/node/log.ts'
import type { Letterhead } from '../templates/message.ts'
import type { Transport, Transports } from '../transports/transport.ts'
import { type Claimed, release } from './claim.queries.ts'
import type { Clock } from './clock.ts'
import { endDoubt, type Doubtful, readDoubtful } from './doubt.queries.ts'
import type { Outcome } from './outcome.queries.ts'

type Verdict = { outcome: Outcome } | { waitMs: number } | 'call again'

/** A provider that leaves two calls without an answer is not called a third time by itself: staff decide. */
const mostUnanswered = 2

/**
 * Decides about calls whose answer never came. Where word of them may still come they wait; where the provider can
 * be asked it is; then they are called once more, marked as possibly sent twice (decisions, section 8).
 * @returns outcomes to write, and the claims to call again; the others have been given back
 */
export async function resolveDoubts(
  db: Db,
  claimed: Claimed[],
  context: { transports: Transports; letterhead: Letterhead; clock: Clock; log: Log },
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

async function judge(
  { id, attempt, kind, channel, doubtSince }: Claimed,
  notice: Doubtful | undefined,
  { transports, letterhead, clock, log }: { transports: Transports; letterhead: Letterhead; clock: Clock; log: Log },
): Promise<Verdict> {
  const transport = transports[channel] as Transport | null
  if (!transport || !notice || !doubtSince || notice.doubtMs === null) return 'call again'
  const left = clock.scale(transport.doubtWaitMs) - notice.doubtMs
  if (left > 0) return { waitMs: left }
  const end = (state: 'accepted' | 'failed', reason: string, providerMessageId: string | null): Verdict => ({
    outcome: { id, attempt, state, reason, possiblyTwice: false, waitMs: null, providerMessageId, call: null },
  })
  if (transport.ask) {
    try {
      const link = kind === 'match' ? noticePath(letterhead.secret, id) : null
      const found = await transport.ask({
        noticeId: id,
        target: notice.target,
        calledAt: doubtSince,
        link,
        documentId: notice.documentId,
      })
      if (found !== null) return end('accepted', '', found)
    } catch (error) {
      log.warn('The provider could not be asked about a call without an answer.', {
        notice: id,
        error: error instanceof Error ? error.name : 'unknown',
      })
      return { waitMs: clock.retryMs[1] ?? 0 }
    }
  }
  if (notice.unanswered >= mostUnanswered) return end('failed', 'The provider did not answer, twice.', null)
  return 'call again'
}
