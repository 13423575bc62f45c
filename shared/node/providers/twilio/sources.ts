import type { Callback } from '../common/callback.ts'

/** How stored callbacks of Twilio are labeled. */
export const twilioSources = { status: 'twilio-status', inbound: 'twilio-inbound' } as const

/** A text that was read back from Twilio's list, in the form that its webhook would have stored: the key is the same. */
export const toInboundCallback = (text: {
  sid: string
  from: string
  to: string
  body: string
  at: Date
}): Callback => ({
  source: twilioSources.inbound,
  dedupeKey: text.sid,
  receivedAt: text.at,
  body: { MessageSid: text.sid, From: text.from, To: text.to, Body: text.body, query: {} },
})
