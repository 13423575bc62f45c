import { late, refusing, type Report } from './callbacks.ts'
import type { Entry } from './ledger.ts'
import { inboundPath } from './twilio-webhooks.ts'
import type { TwilioStandIn } from './twilio.ts'

/** The number is not in use (Twilio's error 30005). */
const unknownNumber = 30_005
/** Our number is not registered with the carriers (Twilio's error 30034). */
const unregistered = 30_034

/** Twilio's reports about a text that it accepted, and the reply of its reader. */
export function toStatusReports(
  entry: Entry,
  twilio: Pick<TwilioStandIn, 'status' | 'inbound' | 'post' | 'undeliverable' | 'repliesStop' | 'refusesLater'>,
  toServer: () => string,
): Report[] {
  const callback = String(entry.message.callback)
  if (callback === '') return []
  const post = (address: string, fields: Record<string, string>) => {
    const { pathname, search } = new URL(address)
    return twilio.post(address, fields, toServer() + pathname + search).catch(() => 0)
  }
  const report = (status: string, stop: Report['stop'] = null, errorCode?: number): Report => {
    const { address, fields } = twilio.status(entry, status, errorCode)
    const happen = () => {
      // Reports may arrive in another order than the events in them.
      if (status !== 'sent' || !entry.progress) entry.progress = { status, errorCode: errorCode ?? null }
    }
    return { event: status, stop, happen, post: () => post(address, fields) }
  }
  if (twilio.refusesLater) {
    const refuse = (status: string) => refusing(entry, report(status, null, unregistered))
    return [report('sent'), refuse('undelivered'), late(report('sending')), late(refuse('failed'))]
  }
  const isUndeliverable = twilio.undeliverable.has(entry.to)
  const end = isUndeliverable ? report('undelivered', 'bounce', unknownNumber) : report('delivered')
  if (!twilio.repliesStop.has(entry.to)) return [report('sent'), end]
  const address = new URL(inboundPath, callback).href
  let fields: Record<string, string> | undefined
  // Written once the text arrived, no matter how often its webhook is repeated.
  const reply = () => (fields ??= twilio.inbound(entry.to, 'STOP'))
  return [report('sent'), end, { event: 'STOP', stop: 'stop', post: () => post(address, reply()) }]
}
