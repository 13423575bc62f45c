import type { Db } from '#shared/node/platform/database/client.ts'
import { keepAlertsPath, noticePath, undoPath } from '#shared/node/domain/notices/links.ts'
import type { Log } from '#shared/node/platform/log.ts'
import type { SenderBranding } from '../templates/sender-branding.ts'
import { confirmPhonePath } from '../templates/texts.ts'
import type { InDoubtCall, Transport, Transports } from '#shared/node/providers/common/transport.ts'
import { givenUpReason } from './call.ts'
import { type ClaimedNotice, releaseClaims } from './claim.queries.ts'
import type { Clock } from './clock.ts'
import { clearInDoubt, type InDoubtNotice, readInDoubt } from './in-doubt.queries.ts'
import type { Outcome } from './outcome.queries.ts'

type Verdict = { outcome: Outcome } | { waitMs: number } | 'call again'

/** After a provider left two calls without an answer, staff decide whether to call it again. */
const maxUnanswered = 2

/** Whether we must find out what became of an earlier call before the next one. */
export const isInDoubt = (
  { doubtSince, perhapsTakenSince, channel }: ClaimedNotice,
  transports: { [C in ClaimedNotice['channel']]: Pick<Transport, 'findMessage'> | null },
): boolean => doubtSince !== null || (perhapsTakenSince !== null && transports[channel]?.findMessage !== undefined)

/**
 * Decides about calls that the provider may have taken. While its report may still arrive, they wait. If the provider
 * can be asked, it is. Otherwise they are called again, marked as possibly sent twice: once if the provider did not
 * answer, and on schedule if it answered with a failure (decisions, section 8).
 * @returns outcomes to record, and the claims to call again; the others have been released
 */
export async function resolveInDoubt(
  db: Db,
  claimed: ClaimedNotice[],
  context: Context,
): Promise<{ outcomes: Outcome[]; retriable: ClaimedNotice[] }> {
  const notices = await readInDoubt(
    db,
    claimed.map((c) => c.id),
  )
  const verdicts = await Promise.all(
    claimed.map(async (claim) => ({ claim, verdict: await decide(claim, notices.get(claim.id), context) })),
  )
  const retriable = verdicts.filter(({ verdict }) => verdict === 'call again').map(({ claim }) => claim)
  if (retriable.length > 0) await clearInDoubt(db, retriable)
  const outcomes: Outcome[] = []
  for (const { claim, verdict } of verdicts) {
    if (verdict === 'call again') continue
    if ('outcome' in verdict) outcomes.push(verdict.outcome)
    else await releaseClaims(db, [claim], verdict.waitMs)
  }
  return { outcomes, retriable }
}

type Context = { transports: Transports; branding: SenderBranding; clock: Clock; log: Log }

async function decide(claimed: ClaimedNotice, notice: InDoubtNotice | undefined, context: Context): Promise<Verdict> {
  const { transports, clock, log } = context
  const { id, fence, channel } = claimed
  const transport = transports[channel] as Transport | null
  if (!transport || !notice || notice.sinceMs === null) return 'call again'
  const left = notice.doubtMs === null ? 0 : clock.scale(transport.inDoubtWaitMs) - notice.doubtMs
  if (left > 0) return { waitMs: left }
  const end = (state: 'accepted' | 'failed', reason: string, providerMessageId: string | null): Verdict => ({
    outcome: { id, fence, state, reason, possiblyTwice: false, waitMs: null, providerMessageId, call: null },
  })
  try {
    const found = await transport.findMessage?.(toQuestion(claimed, notice, context))
    if (found) return end('accepted', '', found)
  } catch (error) {
    log.warn('delivery.in_doubt_not_resolved', {
      notice: id,
      error: error instanceof Error ? error.name : 'unknown',
    })
    return notice.sinceMs >= clock.giveUpMs
      ? end('failed', givenUpReason, null)
      : { waitMs: nextQuestionMs(clock, notice.sinceMs) }
  }
  if (notice.doubtMs !== null && notice.unanswered >= maxUnanswered)
    return end('failed', 'The provider did not respond to two attempts.', null)
  return 'call again'
}

/** Waits grow at first, like those between calls, and then stay at 10 minutes until the notice fails. */
function nextQuestionMs({ retryMs, giveUpMs }: Clock, sinceMs: number): number {
  const steps = retryMs.slice(1, 4)
  return Math.min(steps.find((step) => step > sinceMs) ?? steps.at(-1) ?? 0, giveUpMs - sinceMs)
}

function toQuestion(
  { id, kind, doubtSince, perhapsTakenSince }: ClaimedNotice,
  { target, template, documentId }: InDoubtNotice,
  { branding: { secret } }: Context,
): InDoubtCall {
  const link =
    kind === 'match'
      ? noticePath(secret, id)
      : template === 'keep-alerts-text'
        ? keepAlertsPath(secret, id)
        : template === 'notices-changed-text'
          ? undoPath(secret, id)
          : template === 'verify-phone'
            ? // Each text has its own ticket, and any of them verifies the number.
              confirmPhonePath
            : null
  const times = [doubtSince, perhapsTakenSince].filter((time) => time !== null).map(Number)
  // Without a link, any other text to that number could be mistaken for it, so only the last call is looked for.
  const calledAt = new Date(link === null ? Math.max(...times) : Math.min(...times))
  return { noticeId: id, target, link, documentId, calledAt }
}
