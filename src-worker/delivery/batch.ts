import type { Channel } from '#shared/contract/alert.ts'
import { skipReasons } from '#shared/domain/notice/skip-reasons.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { suppress } from '#shared/node/domain/recipients/suppress.queries.ts'
import { today } from '#shared/domain/dates.ts'
import type { Settings } from '#shared/settings/groups.ts'
import type { WorkerDeps } from '../platform/deps.ts'
import type { SenderBranding } from '../templates/sender-branding.ts'
import type { Transport, Transports } from '#shared/node/providers/common/transport.ts'
import { lookUpNumber } from '../recipients/look-up.ts'
import { getTicketKind } from '../recipients/ticket-kinds.ts'
import { issueTickets } from '../recipients/ticket.queries.ts'
import { convertTextsToEmails } from './budget.queries.ts'
import { makeCall } from './call.ts'
import { type ClaimedNotice, releaseClaims } from './claim.queries.ts'
import { type Clock, getNextWaitMs } from './clock.ts'
import { isInDoubt, resolveInDoubt } from './in-doubt.ts'
import { type Lease, startLease } from './lease.ts'
import { getSenderBranding } from './get-sender-branding.ts'
import { type CheckedNotice, commitCalls, type CommitRules } from './commit-calls.queries.ts'
import type { Outcomes } from './outcomes.ts'
import type { Outcome } from './outcome.queries.ts'
import type { Semaphore } from './semaphore.ts'

export type BatchContext = {
  deps: WorkerDeps
  transports: Transports
  clock: Clock
  /** Limits the calls that run at the same time. */
  callSlots: Semaphore
  outcomes: Outcomes
  /** Milliseconds since 1970 until which the provider of a channel asked us to wait. */
  retryAfterUntil: Record<Channel, number>
  isBudgetSpent(max: number): Promise<boolean>
  /** Frees the slots of claims that need no call, or were released. */
  freeSlots(count: number): void
}

/**
 * Checks a batch of claims and makes their calls. Each claim ends in exactly one outcome, or is released and its slot freed.
 * Resolves when every call has begun.
 */
export async function processBatch(batch: ClaimedNotice[], context: BatchContext): Promise<void> {
  const { deps } = context
  const settings = await deps.settings.current()
  const branding = getSenderBranding(settings.common, deps.env)
  const open = await releaseBackedOff(batch, context)
  const clear = await resolveBeforeCall(open, branding, context)
  const claimed = await withinBudget(clear, settings.service.textBudgetPerMonth, context)
  if (claimed.length === 0) return
  const lease = startLease(context.clock)
  const checked = await commitCalls(deps, claimed, getCommitRules(context))
  context.freeSlots(claimed.length - checked.length)
  await sendOrSkip(checked, lease, context)
}

/** Whether a claim needs none of the checks that `processBatch` makes before it commits the call. */
export const canCommitDirectly = (claimed: ClaimedNotice, { retryAfterUntil, transports }: BatchContext): boolean =>
  !isInDoubt(claimed, transports) &&
  !(claimed.kind === 'match' && claimed.channel === 'PHONE') &&
  retryAfterUntil[claimed.channel] <= Date.now()

// Cached for a minute, because computing the day for each batch takes longer than rendering a message.
let knownDay = { minute: -1, timeZone: '', day: '' }
function getCountyDay(timeZone: string): string {
  const minute = Math.floor(Date.now() / 60_000)
  if (knownDay.minute !== minute || knownDay.timeZone !== timeZone)
    knownDay = { minute, timeZone, day: today(timeZone) }
  return knownDay.day
}

export const getCommitRules = ({ deps, clock }: BatchContext): CommitRules => ({
  today: getCountyDay(deps.env.COUNTY_TIME_ZONE),
  leaseMs: clock.leaseMs,
  spareMs: clock.leaseSpareMs,
})

/**
 * Makes the committed calls, and records why the other notices are skipped. Resolves when every call has begun.
 * @param lease of the committed calls, started before they were committed
 */
export async function sendOrSkip(checked: CheckedNotice[], lease: Lease, context: BatchContext): Promise<void> {
  const { deps, outcomes } = context
  const settings = await deps.settings.current()
  const branding = getSenderBranding(settings.common, deps.env)
  const ready: CheckedNotice[] = []
  for (const notice of checked) {
    if (notice.skipReason === null) ready.push(notice)
    else if (notice.skipReason === 'not-validated')
      void lookUp(notice, settings.alertSettings.maxValidationAttempts, context)
    else outcomes.add(toCanceled(notice, skipReasons[notice.skipReason].staff))
  }
  const ticketed = ready.filter((notice) => getTicketKind(notice.template))
  const others = ready.filter((notice) => !ticketed.includes(notice))
  const callContext = { transports: context.transports, branding, clock: context.clock, lease, log: deps.log }
  const finish = async (notice: CheckedNotice) => {
    const { outcome, error } = await makeCall(notice, callContext)
    context.callSlots.release(1)
    if (error?.retryAfterMs) backOff(context, notice.channel, error.retryAfterMs)
    if (error?.suppress) await suppressRefused(deps, notice, error.suppress, error.message, outcome)
    outcomes.add(outcome)
  }
  const begin = async (notice: CheckedNotice) => {
    await context.callSlots.acquire(1)
    void finish(notice)
  }
  for (const notice of await withTickets(ticketed, settings, context)) await begin(notice)
  for (const notice of others) await begin(notice)
}

const toCanceled = ({ id, fence, possiblyTwice }: CheckedNotice, reason: string): Outcome => ({
  id,
  fence,
  possiblyTwice,
  state: 'cancelled',
  reason,
  waitMs: null,
  providerMessageId: null,
  call: null,
})

/** Releases claims whose provider asked us to wait, so that they do not count as calls. */
async function releaseBackedOff(
  batch: ClaimedNotice[],
  { deps, retryAfterUntil, freeSlots }: BatchContext,
): Promise<ClaimedNotice[]> {
  const now = Date.now()
  const held = batch.filter((claim) => retryAfterUntil[claim.channel] > now)
  if (held.length === 0) return batch
  for (const channel of ['EMAIL', 'PHONE'] as const)
    await releaseClaims(
      deps.db,
      held.filter((claim) => claim.channel === channel),
      retryAfterUntil[channel] - now,
    )
  freeSlots(held.length)
  return batch.filter((claim) => !held.includes(claim))
}

function backOff({ retryAfterUntil, clock }: BatchContext, channel: Channel, ms: number): void {
  retryAfterUntil[channel] = Math.max(retryAfterUntil[channel], Date.now() + clock.scale(ms))
}

async function resolveBeforeCall(
  claimed: ClaimedNotice[],
  branding: SenderBranding,
  context: BatchContext,
): Promise<ClaimedNotice[]> {
  const { deps, transports, clock } = context
  const inDoubt = claimed.filter((claim) => isInDoubt(claim, transports))
  if (inDoubt.length === 0) return claimed
  const { outcomes, retriable, released } = await resolveInDoubt(deps.db, inDoubt, {
    transports,
    branding,
    clock,
    log: deps.log,
  })
  outcomes.forEach(context.outcomes.add)
  context.freeSlots(released)
  return [...claimed.filter((claim) => !inDoubt.includes(claim)), ...retriable]
}

async function withinBudget(
  claimed: ClaimedNotice[],
  max: number,
  { deps, isBudgetSpent, freeSlots }: BatchContext,
): Promise<ClaimedNotice[]> {
  const texts = claimed.filter((claim) => claim.kind === 'match' && claim.channel === 'PHONE')
  if (texts.length === 0 || !(await isBudgetSpent(max))) return claimed
  const converted = await convertTextsToEmails(deps.db, texts)
  freeSlots(texts.length - converted.size)
  return claimed.filter((claim) => !texts.includes(claim) || converted.has(claim.id))
}

/** Issues tickets after the calls are committed and before they are made: without its ticket a message is useless. */
async function withTickets(
  notices: CheckedNotice[],
  settings: Settings,
  { deps, outcomes, clock }: BatchContext,
): Promise<CheckedNotice[]> {
  try {
    return await issueTickets(deps.db, notices, { secret: deps.env.APP_SECRET, settings })
  } catch (error) {
    deps.log.error('delivery.tickets_not_issued', error, { count: notices.length })
    for (const notice of notices)
      outcomes.add({ ...toCanceled(notice, ''), state: 'waiting', waitMs: clock.retryMs[0] ?? 0 })
    return []
  }
}

/** Looks up a number. Its text is sent with the next claim, once the number is validated. */
async function lookUp(
  notice: CheckedNotice,
  max: number,
  { deps, transports, clock, outcomes, retryAfterUntil }: BatchContext,
): Promise<void> {
  const transport = transports.PHONE as Transport | null
  const number = { phoneId: notice.recipientId ?? 0, number: notice.target, most: max }
  const answer = await lookUpNumber(deps.db, transport, number).catch((error: unknown) => {
    deps.log.error('delivery.lookup_not_recorded', error, { notice: notice.id })
    return { again: null }
  })
  const waiting = { ...toCanceled(notice, ''), state: 'waiting' as const }
  if (answer === 'textable') outcomes.add({ ...waiting, waitMs: 0 })
  else if ('refused' in answer) outcomes.add({ ...toCanceled(notice, answer.refused), state: 'failed' })
  else {
    const waitMs = getNextWaitMs(clock, { attempts: 2, sinceFirstMs: 0, random: Math.random() }) ?? 0
    outcomes.add({ ...waiting, waitMs: Math.max(waitMs, retryAfterUntil.PHONE - Date.now()) })
  }
}

async function suppressRefused(
  deps: WorkerDeps,
  notice: CheckedNotice,
  reason: 'bounce' | 'complaint' | 'stop' | 'unsubscribe' | 'staff',
  detail: string,
  outcome: Outcome,
): Promise<void> {
  if (reason === 'unsubscribe' || reason === 'staff') return
  const at = outcome.call?.calledAt ?? new Date()
  await inTransaction(deps.db, (tx) =>
    suppress(tx, { channel: notice.channel, target: notice.target, reason, detail, at }),
  ).catch((error: unknown) => deps.log.error('delivery.suppression_not_recorded', error, { notice: notice.id }))
}
