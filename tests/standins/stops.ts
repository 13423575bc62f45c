import type { CallbackRecord, SuppressionCause } from './callbacks.ts'
import type { Entry } from './ledger.ts'
import { noMailbox } from './smtp.ts'
import { stoppedStatus } from './twilio.ts'

/** An address or number that the service knows must get nothing more, and since when it knows. */
export type Stop = { to: string; reason: SuppressionCause; at: number; by: 'report' | 'refusal' }

/** What the service knows from reports that it acknowledged, and from refusals. */
export const listStops = (reports: CallbackRecord[], notTaken: Entry[], stopped: ReadonlySet<string>): Stop[] => [
  ...reports.flatMap(({ to, stop, at, end }): Stop[] =>
    stop && end === 'acknowledged' ? [{ to, reason: stop, at, by: 'report' }] : [],
  ),
  ...notTaken.flatMap(({ provider, to, at, status }): Stop[] => {
    if (provider === 'smtp' && status === noMailbox) return [{ to, reason: 'bounce', at, by: 'refusal' }]
    return provider === 'twilio' && status === stoppedStatus && stopped.has(to)
      ? [{ to, reason: 'stop', at, by: 'refusal' }]
      : []
  }),
]
