import type { Channel } from '#shared/contract/alert.ts'
import { hindrances } from '#shared/node/domain/notices/skip-reasons.ts'
import { suppress } from '#shared/node/domain/recipients/suppress.queries.ts'
import { today } from '#shared/domain/dates.ts'
import type { Settings } from '#shared/settings/groups.ts'
import type { WorkerDeps } from '../platform/deps.ts'
import type { Letterhead } from '../templates/message.ts'
import type { Transport, Transports } from '#shared/node/providers/common/transport.ts'
import { lookUpNumber } from '../recipients/look-up.ts'
import { ticketKindOf } from '../recipients/ticket-kinds.ts'
import { issueTickets } from '../recipients/ticket.queries.ts'
import { turnIntoEmails } from './budget.queries.ts'
import { call } from './call.ts'
import { type Claimed, release } from './claim.queries.ts'
import { type Clock, nextWait } from './clock.ts'
import { isDoubtful, resolveDoubts } from './in-doubt.ts'
import { type Lease, startLease } from './lease.ts'
import { letterheadOf } from './sender-branding.ts'
import { type Marked, mark, type MarkRules } from './commit-calls.queries.ts'
import type { Outcomes } from './outcomes.ts'
import type { Outcome } from './outcome.queries.ts'
import type { Slots } from './slots.ts'

export type BatchContext = {
  deps: WorkerDeps
  transports: Transports
  clock: Clock
  /** Places for calls that are being made. */
  calls: Slots
  outcomes: Outcomes
  /** Until when a provider asked for quiet. */
  quietUntil: Record<Channel, number>
  budgetSpent(most: number): Promise<boolean>
  /** These places are free: the claims came to nothing, or were given back. */
  free(count: number): void
}

/**
 * Carries a batch of claims to their calls. Each claim ends in exactly one outcome, or is given back and its place
 * freed. Resolves when every call has been begun.
 */
export async function carry(batch: Claimed[], context: BatchContext): Promise<void> {
  const { deps } = context
  const settings = await deps.settings.current()
  const letterhead = letterheadOf(settings.common, deps.env)
  const open = await keepQuiet(batch, context)
  const clear = await withoutDoubts(open, letterhead, context)
  const claimed = await withinBudget(clear, settings.service.textBudgetPerMonth, context)
  if (claimed.length === 0) return
  const lease = startLease(context.clock)
  const marked = await mark(deps, claimed, markRules(context))
  context.free(claimed.length - marked.length)
  await callMarked(marked, lease, context)
}

/** Whether nothing but its state decides on a claim: it may be marked without the looks that `carry` takes first. */
export const isPlain = (claimed: Claimed, { quietUntil, transports }: BatchContext): boolean =>
  !isDoubtful(claimed, transports) &&
  !(claimed.kind === 'match' && claimed.channel === 'PHONE') &&
  quietUntil[claimed.channel] <= Date.now()

// A day begins with a minute; to work it out for every batch takes longer than to write one of its messages.
let known = { minute: -1, timeZone: '', day: '' }
function countyDay(timeZone: string): string {
  const minute = Math.floor(Date.now() / 60_000)
  if (known.minute !== minute || known.timeZone !== timeZone) known = { minute, timeZone, day: today(timeZone) }
  return known.day
}

export const markRules = ({ deps, clock }: BatchContext): MarkRules => ({
  today: countyDay(deps.env.COUNTY_TIME_ZONE),
  leaseMs: clock.leaseMs,
  spareMs: clock.leaseSpareMs,
})

/**
 * Calls what was marked, or writes down why it is not called. Resolves when every call has been begun.
 * @param lease of the marks, started before they were made
 */
export async function callMarked(marked: Marked[], lease: Lease, context: BatchContext): Promise<void> {
  const { deps, outcomes } = context
  const settings = await deps.settings.current()
  const letterhead = letterheadOf(settings.common, deps.env)
  const ready: Marked[] = []
  for (const notice of marked) {
    if (notice.hindrance === null) ready.push(notice)
    else if (notice.hindrance === 'not-validated')
      void lookUp(notice, settings.alertSettings.maxValidationAttempts, context)
    else outcomes.add(cancelled(notice, hindrances[notice.hindrance]))
  }
  const ticketed = ready.filter((notice) => ticketKindOf(notice.template))
  const told = ready.filter((notice) => !ticketed.includes(notice))
  const callContext = { transports: context.transports, letterhead, clock: context.clock, lease, log: deps.log }
  const finish = async (notice: Marked) => {
    const { outcome, error } = await call(notice, callContext)
    context.calls.give(1)
    if (error?.retryAfterMs) keepQuietFor(context, notice.channel, error.retryAfterMs)
    if (error?.suppress) await stopAddress(deps, notice, error.suppress, error.message, outcome)
    outcomes.add(outcome)
  }
  const begin = async (notice: Marked) => {
    await context.calls.take(1)
    void finish(notice)
  }
  for (const notice of await withTickets(ticketed, settings, context)) await begin(notice)
  for (const notice of told) await begin(notice)
}

const cancelled = ({ id, attempt, possiblyTwice }: Marked, reason: string): Outcome => ({
  id,
  attempt,
  possiblyTwice,
  state: 'cancelled',
  reason,
  waitMs: null,
  providerMessageId: null,
  call: null,
})

/** Gives back what a provider that asked for quiet would only refuse; that counts as no call. */
async function keepQuiet(batch: Claimed[], { deps, quietUntil, free }: BatchContext): Promise<Claimed[]> {
  const now = Date.now()
  const held = batch.filter((one) => quietUntil[one.channel] > now)
  if (held.length === 0) return batch
  for (const channel of ['EMAIL', 'PHONE'] as const)
    await release(
      deps.db,
      held.filter((one) => one.channel === channel),
      quietUntil[channel] - now,
    )
  free(held.length)
  return batch.filter((one) => !held.includes(one))
}

function keepQuietFor({ quietUntil, clock }: BatchContext, channel: Channel, ms: number): void {
  quietUntil[channel] = Math.max(quietUntil[channel], Date.now() + clock.scale(ms))
}

async function withoutDoubts(claimed: Claimed[], letterhead: Letterhead, context: BatchContext): Promise<Claimed[]> {
  const { deps, transports, clock } = context
  const doubtful = claimed.filter((one) => isDoubtful(one, transports))
  if (doubtful.length === 0) return claimed
  const { outcomes, again, released } = await resolveDoubts(deps.db, doubtful, {
    transports,
    letterhead,
    clock,
    log: deps.log,
  })
  outcomes.forEach(context.outcomes.add)
  context.free(released)
  return [...claimed.filter((one) => !doubtful.includes(one)), ...again]
}

async function withinBudget(
  claimed: Claimed[],
  most: number,
  { deps, budgetSpent, free }: BatchContext,
): Promise<Claimed[]> {
  const texts = claimed.filter((one) => one.kind === 'match' && one.channel === 'PHONE')
  if (texts.length === 0 || !(await budgetSpent(most))) return claimed
  const turned = await turnIntoEmails(deps.db, texts)
  free(texts.length - turned.size)
  return claimed.filter((one) => !texts.includes(one) || turned.has(one.id))
}

/** Tickets are made after the call was committed and before it is made; without them there is nothing to send. */
async function withTickets(
  notices: Marked[],
  settings: Settings,
  { deps, outcomes, clock }: BatchContext,
): Promise<Marked[]> {
  try {
    return await issueTickets(deps.db, notices, { secret: deps.env.APP_SECRET, settings })
  } catch (error) {
    deps.log.error('delivery.tickets_not_issued', error, { count: notices.length })
    for (const notice of notices)
      outcomes.add({ ...cancelled(notice, ''), state: 'waiting', waitMs: clock.retryMs[0] ?? 0 })
    return []
  }
}

/** A number's look-up is its own step: the text follows with the next claim, once the number is validated. */
async function lookUp(
  notice: Marked,
  most: number,
  { deps, transports, clock, outcomes, quietUntil }: BatchContext,
): Promise<void> {
  const transport = transports.PHONE as Transport | null
  const number = { phoneId: notice.recipientId ?? 0, number: notice.target, most }
  const answer = await lookUpNumber(deps.db, transport, number).catch((error: unknown) => {
    deps.log.error('delivery.lookup_not_recorded', error, { notice: notice.id })
    return { again: null }
  })
  const waiting = { ...cancelled(notice, ''), state: 'waiting' as const }
  if (answer === 'textable') outcomes.add({ ...waiting, waitMs: 0 })
  else if ('refused' in answer) outcomes.add({ ...cancelled(notice, answer.refused), state: 'failed' })
  else {
    const waitMs = nextWait(clock, { calls: 2, sinceFirstMs: 0, random: Math.random() }) ?? 0
    outcomes.add({ ...waiting, waitMs: Math.max(waitMs, quietUntil.PHONE - Date.now()) })
  }
}

async function stopAddress(
  deps: WorkerDeps,
  notice: Marked,
  reason: 'bounce' | 'complaint' | 'stop' | 'unsubscribe' | 'staff',
  detail: string,
  outcome: Outcome,
): Promise<void> {
  if (reason === 'unsubscribe' || reason === 'staff') return
  const at = outcome.call?.calledAt ?? new Date()
  await deps.db
    .transaction()
    .execute((tx) => suppress(tx, { channel: notice.channel, target: notice.target, reason, detail, at }))
    .catch((error: unknown) => deps.log.error('delivery.suppression_not_recorded', error, { notice: notice.id }))
}
