import { type Channel, channels } from '#shared/contract/alert.ts'
import { allKeepAlertsPaths, allNoticePaths, allUndoPaths } from '#shared/node/domain/notices/links.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import type { Log } from '#shared/node/platform/log.ts'
import type { InDoubtCall, Transport, Transports } from '#shared/node/providers/common/transport.ts'
import type { SenderBranding } from '../templates/parts/sender-branding.ts'
import { confirmPhonePath } from '../templates/texts.ts'
import { givenUpReason } from './call.ts'
import { type ClaimedNotice, releaseClaims } from './claim.queries.ts'
import { type Clock, getNextWaitMs, getProbeMs } from './clock.ts'
import { clearInDoubt, type InDoubtNotice, readInDoubt, recordNeverTaken } from './in-doubt.queries.ts'
import type { Outcome } from './outcome.queries.ts'
import { askForProbe } from './provider-probe.queries.ts'

type Verdict =
  | { outcome: Outcome }
  /** `notTaken`: the provider has been asked, and does not have the message. */
  | { waitMs: number; notTaken?: boolean }
  /** `isSecond`: while the last call is in doubt. `isLast`: when the day since the first call is over. */
  | { again: true; isSecond: boolean; isLast: boolean; notTaken?: boolean }

const callAgain: Verdict = { again: true, isSecond: false, isLast: false }

type Decided = { claim: ClaimedNotice; verdict: Verdict }

/** Whether we must find out what became of an earlier call before the next one. */
export const isInDoubt = (
  { doubtSince, perhapsTakenSince, channel }: ClaimedNotice,
  transports: { [C in ClaimedNotice['channel']]: Pick<Transport, 'findMessage'> | null },
): boolean => doubtSince !== null || (perhapsTakenSince !== null && transports[channel]?.findMessage !== undefined)

/**
 * Decides about calls that the provider may have taken. While its report may still arrive, they wait. If the provider
 * can be asked, it is. Otherwise they go back to the schedule, marked as possibly sent twice; but while their provider
 * is known to fail, none is called a second time.
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
  const decided = await Promise.all(
    claimed.map(async (claim) => ({ claim, verdict: await decide(claim, notices.get(claim.id), context) })),
  )
  const notTaken = decided.flatMap(({ claim, verdict }) => ('notTaken' in verdict && verdict.notTaken ? [claim] : []))
  if (notTaken.length > 0) await recordNeverTaken(db, notTaken)
  const verdicts = await holdBack(db, decided, context.clock)
  const retriable = verdicts.flatMap(({ claim, verdict }) => ('again' in verdict ? [claim] : []))
  if (retriable.length > 0) await clearInDoubt(db, retriable)
  for (const { claim, verdict } of verdicts) if ('waitMs' in verdict) await releaseClaims(db, [claim], verdict.waitMs)
  return { outcomes: verdicts.flatMap(({ verdict }) => ('outcome' in verdict ? [verdict.outcome] : [])), retriable }
}

type Context = { transports: Transports; branding: SenderBranding; clock: Clock; log: Log }

async function decide(claimed: ClaimedNotice, notice: InDoubtNotice | undefined, context: Context): Promise<Verdict> {
  const { transports, clock, log } = context
  const transport = transports[claimed.channel] as Transport | null
  if (!transport || !notice || notice.sinceMs === null) return callAgain
  const left = notice.doubtMs === null ? 0 : clock.scale(transport.inDoubtWaitMs) - notice.doubtMs
  if (left > 0) return { waitMs: left }
  if (!transport.findMessage) return goOnWithSchedule(claimed, notice, clock)
  try {
    const found = await transport.findMessage(toQuestion(claimed, notice, context))
    if (found) return toEnd(claimed, 'accepted', found)
  } catch (error) {
    log.warn('delivery.in_doubt_not_resolved', {
      notice: claimed.id,
      error: error instanceof Error ? error.name : 'unknown',
    })
    return notice.sinceMs >= clock.giveUpMs
      ? toEnd(claimed, 'failed', null)
      : { waitMs: nextQuestionMs(clock, notice.sinceMs) }
  }
  const verdict = goOnWithSchedule(claimed, notice, clock)
  // Asked so soon after a failure, the provider may not list yet what it took: that stays a possible duplicate.
  return 'outcome' in verdict || notice.doubtMs === null ? verdict : { ...verdict, notTaken: true }
}

/** The next call has its place in the schedule, as after any call that failed. The wait for word counts. */
function goOnWithSchedule(
  claimed: ClaimedNotice,
  { doubtMs, calls, sinceFirstMs }: InDoubtNotice,
  clock: Clock,
): Verdict {
  // Called on schedule already.
  if (doubtMs === null) return callAgain
  const waitMs = getNextWaitMs(clock, {
    attempts: Math.max(1, calls),
    sinceFirstMs: Math.max(0, sinceFirstMs - doubtMs),
    // The same at each look.
    random: (claimed.id % 100) / 100,
  })
  if (waitMs === null) return toEnd(claimed, 'failed', null)
  if (waitMs > doubtMs) return { waitMs: waitMs - doubtMs }
  return { again: true, isSecond: true, isLast: sinceFirstMs >= clock.giveUpMs }
}

const toEnd = (
  { id, fence }: ClaimedNotice,
  state: 'accepted' | 'failed',
  providerMessageId: string | null,
): Verdict => ({
  outcome: {
    id,
    fence,
    state,
    reason: state === 'failed' ? givenUpReason : '',
    possiblyTwice: false,
    waitMs: null,
    providerMessageId,
    call: null,
  },
})

/**
 * Holds back second calls while their provider is known to fail. One may be made to find out, once the provider has been
 * silent for a while: the oldest.
 */
async function holdBack(db: Db, decided: Decided[], clock: Clock): Promise<Decided[]> {
  const held = new Set<ClaimedNotice>()
  for (const channel of channels) {
    const second = decided
      .filter(({ claim, verdict }) => claim.channel === channel && 'again' in verdict && verdict.isSecond)
      .map(({ claim }) => claim)
      .toSorted((one, other) => one.id - other.id)
    for (const claim of await findHeld(db, channel, { second, clock })) held.add(claim)
  }
  const { failingMs } = getProbeMs(clock)
  return decided.map(({ claim, verdict }) => {
    if (!held.has(claim) || !('again' in verdict)) return { claim, verdict }
    return { claim, verdict: verdict.isLast ? toEnd(claim, 'failed', null) : { waitMs: failingMs } }
  })
}

async function findHeld(
  db: Db,
  channel: Channel,
  { second, clock }: { second: ClaimedNotice[]; clock: Clock },
): Promise<ClaimedNotice[]> {
  if (second.length === 0) return []
  const { isFailing, mayProbe } = await askForProbe(db, channel, getProbeMs(clock).silentMs)
  return isFailing ? second.slice(mayProbe ? 1 : 0) : []
}

/** Waits grow at first, like those between calls, and then stay at 10 minutes until the notice fails. */
function nextQuestionMs({ retryMs, giveUpMs }: Clock, sinceMs: number): number {
  const steps = retryMs.slice(1, 4)
  return Math.min(steps.find((step) => step > sinceMs) ?? steps.at(-1) ?? 0, giveUpMs - sinceMs)
}

/** What only the texts of a notice contain, by any key that signed them; null if they contain nothing of their own. */
function toLinks(
  { id, kind }: ClaimedNotice,
  { template }: InDoubtNotice,
  { secret }: SenderBranding,
): string[] | null {
  if (kind === 'match') return allNoticePaths(secret, id)
  if (template === 'keep-alerts-text') return allKeepAlertsPaths(secret, id)
  if (template === 'notices-changed-text') return allUndoPaths(secret, id)
  // Each text has its own ticket, and any of them verifies the number.
  if (template === 'verify-phone') return [confirmPhonePath]
  return null
}

function toQuestion(claimed: ClaimedNotice, notice: InDoubtNotice, { branding }: Context): InDoubtCall {
  const links = toLinks(claimed, notice, branding)
  const times = [claimed.doubtSince, claimed.perhapsTakenSince].filter((time) => time !== null).map(Number)
  // Without a link, any other text to that number could be mistaken for it, so only the last call is looked for.
  const calledAt = new Date(links === null ? Math.max(...times) : Math.min(...times))
  return { noticeId: claimed.id, target: notice.target, links, documentId: notice.documentId, calledAt }
}
