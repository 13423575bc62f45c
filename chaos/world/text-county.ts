import { inboundPath } from '#tests/standins/twilio-webhooks.ts'
import type { TwilioStandIn } from '#tests/standins/twilio.ts'
import type { Balancer } from '../processes/balancer.ts'

/** After this time Twilio treats a webhook as failed. */
const webhookMs = 15_000

export type CountyPhone = {
  twilio: Pick<TwilioStandIn, 'signed' | 'inbound'>
  balancer: Pick<Balancer, 'next'>
  /** The address that webhooks are signed for. */
  publicUrl: string
}

/**
 * A resident texts the county's number. Twilio posts the text to one server, once: if no server answers, a worker reads
 * it from Twilio's list.
 * @returns the status of the webhook; 0 if it got no answer
 */
export function textCounty({ twilio, balancer, publicUrl }: CountyPhone, from: string, text: string): Promise<number> {
  const { body, headers } = twilio.signed(publicUrl + inboundPath, twilio.inbound(from, text))
  const signal = AbortSignal.timeout(webhookMs)
  return fetch(balancer.next() + inboundPath, { method: 'POST', body, headers, signal }).then(
    (answer) => answer.status,
    () => 0,
  )
}
