import { today } from '#shared/domain/dates.ts'
import { skipReasons } from '#shared/domain/notice/skip-reasons.ts'
import type { Settings } from '#shared/settings/groups.ts'
import { getTicketKind } from '../recipients/ticket-kinds.ts'
import { issueTickets } from '../recipients/ticket.queries.ts'
import { endWithoutCall } from './call.ts'
import type { ClaimedNotice } from './claim.queries.ts'
import { type CheckedNotice, commitCalls } from './commit-calls.queries.ts'
import type { StageContext } from './context.ts'
import { type Lease, startLease } from './lease.ts'
import { listPossible } from './list-possible.ts'
import type { Outcome } from './outcome.queries.ts'

/** Calls that must be made now, within one lease, and what has ended without one. */
export type Committed = {
  calls: CheckedNotice[]
  /** Verifications whose number must be looked up before the first text. */
  lookUps: CheckedNotice[]
  ended: Outcome[]
  lease: Lease
  settings: Settings
}

/**
 * Stage 3: reads the state of each notice again, commits the calls of those that may still be sent, and issues their
 * tickets. Claims that another worker has taken over are left out.
 */
export async function commitBatch(ready: ClaimedNotice[], context: StageContext): Promise<Committed> {
  const { deps, clock, owner } = context
  const settings = await deps.settings.current()
  const hold = owner.current()
  const lease = startLease(clock, hold)
  const checked = await commitCalls(deps, ready, {
    today: today(deps.env.COUNTY_TIME_ZONE, ready[0]?.claimedAt),
    leaseMs: clock.leaseMs,
    spareMs: clock.leaseSpareMs,
    owner: hold?.number ?? null,
  })
  const { calls, lookUps, ended } = sortBySkipReason(checked)
  const { ticketed, failed } = await withTickets(
    calls.filter(({ template }) => getTicketKind(template)),
    settings,
    context,
  )
  const others = await listPossible(
    calls.filter(({ template }) => !getTicketKind(template)),
    context,
  )
  // A person waits for a message with a ticket.
  return {
    calls: [...ticketed, ...others.listed],
    lookUps,
    ended: [...ended, ...failed, ...others.ended],
    lease,
    settings,
  }
}

/** What follows from the state of each notice: a call, a look-up of its number, or its end. */
function sortBySkipReason(checked: CheckedNotice[]): Pick<Committed, 'calls' | 'lookUps' | 'ended'> {
  const calls: CheckedNotice[] = []
  const lookUps: CheckedNotice[] = []
  const ended: Outcome[] = []
  for (const notice of checked) {
    if (notice.skipReason === null) calls.push(notice)
    else if (notice.skipReason === 'not-validated') lookUps.push(notice)
    else ended.push(endWithoutCall(notice, { state: 'canceled', reason: skipReasons[notice.skipReason].staff }))
  }
  return { calls, lookUps, ended }
}

/** Issues tickets after the calls are committed and before they are made: without its ticket a message is useless. */
async function withTickets(
  notices: CheckedNotice[],
  settings: Settings,
  { deps, clock }: StageContext,
): Promise<{ ticketed: CheckedNotice[]; failed: Outcome[] }> {
  try {
    return { ticketed: await issueTickets(deps.db, notices, { secret: deps.env.APP_SECRET, settings }), failed: [] }
  } catch (error) {
    deps.log.error('delivery.tickets_not_issued', error, { count: notices.length })
    const waitMs = clock.retryMs[0] ?? 0
    return { ticketed: [], failed: notices.map((notice) => endWithoutCall(notice, { state: 'waiting', waitMs })) }
  }
}
