import { setTimeout as wait } from 'node:timers/promises'
import { late, refusing, type Report } from './callbacks.ts'
import type { Entry } from './ledger.ts'
import type { SendgridStandIn } from './sendgrid.ts'

const gatherMs = 25
/** SendGrid's batches are 768 KB at most. */
const maxEvents = 500

type Batch = { events: unknown[]; posted: Promise<number> }

/** Gathers events and posts them in one signed call, as SendGrid does. */
export function createEventBatches(sendgrid: Pick<SendgridStandIn, 'post'>, toWebhook: () => string) {
  let batch: Batch | undefined
  const begin = () => {
    const events: unknown[] = []
    return { events, posted: wait(gatherMs).then(() => post(events)) }
  }
  const post = (events: unknown[]) => {
    if (batch?.events === events) batch = undefined
    return sendgrid.post(toWebhook(), events).catch(() => 0)
  }
  return (event: unknown): Promise<number> => {
    if (!batch || batch.events.length === maxEvents) batch = begin()
    batch.events.push(event)
    return batch.posted
  }
}

/** SendGrid's reports about a message that it accepted. An address that bounced once is on its own list. */
export function toEventReports(
  entry: Entry,
  {
    event,
    bounces,
    complaints,
    bounced,
    refusesLater,
  }: Pick<SendgridStandIn, 'event' | 'bounces' | 'complaints' | 'bounced' | 'refusesLater'>,
  post: (event: unknown) => Promise<number>,
): Report[] {
  const report = (name: string, stop: Report['stop'] = null, more: Record<string, unknown> = {}): Report => {
    // Made once, so that each repeat has the same id.
    const body = event(entry, name, { timestamp: Math.floor(Date.now() / 1000), ...more })
    return { event: name, stop, post: () => post(body) }
  }
  const { to } = entry
  if (bounced.has(to)) return [report('dropped', 'bounce', { reason: 'Bounced Address', status: '5.0.0' })]
  if (bounces.has(to)) {
    bounced.add(to)
    const more = { type: 'bounce', reason: '550 5.1.1 no such mailbox', status: '5.1.1' }
    return [report('processed'), report('bounce', 'bounce', more)]
  }
  if (refusesLater) {
    const more = { type: 'blocked', reason: '550 5.7.26 The sender is unauthenticated', status: '5.7.26' }
    const refuse = () => refusing(entry, report('bounce', null, more))
    return [report('processed'), refuse(), late(report('deferred')), late(refuse())]
  }
  const delivered = [report('processed'), report('delivered', null, { response: '250 OK' })]
  return complaints.has(to) ? [...delivered, report('spamreport', 'complaint')] : delivered
}
