import type { Channel } from '#shared/contract/alert.ts'

export type ProviderName = 'sendgrid' | 'twilio' | 'smtp'

/**
 * How a call ended for its caller: success arrived; another answer did; no answer arrived before the stand-in or the
 * caller gave up; the connection was reset; the answer broke off; or the caller left before the answer was written.
 */
export type CallEnd = 'under way' | 'answered' | 'failed' | 'hang' | 'reset' | 'cut body' | 'caller gone'

/** A message that a provider accepted, or a call about one that it did not accept, with the end of the call. */
export type Entry = {
  provider: ProviderName
  channel: Channel
  /** The provider's id of the message. */
  id: string
  to: string
  /** The notice and its attempt, if the message names them. */
  notice: number | null
  attempt: number | null
  /** Milliseconds since 1970. */
  at: number
  /**
   * Milliseconds that the provider took to receive and accept the message, beyond its configured latency: the time that
   * the machine withheld. Null if the provider does not measure it.
   */
  heldUpMs: number | null
  /** When the conversation about it began, in milliseconds since 1970, if the provider measures that. */
  begunAt?: number
  end: CallEnd
  /** The answer, if there was one: the HTTP status, or the code of the mail server. */
  status: number | null
  /** Its fate since it was accepted, by its provider's list. */
  progress?: { status: string; errorCode: number | null }
  /** It was not delivered: its provider reported that it refuses the county, and the service acknowledged that. */
  isRefusedLater?: true
  message: Record<string, unknown>
}

/** A provider's decision about a call before it accepts the message. */
export type NewEntry = Pick<Entry, 'id' | 'to' | 'notice' | 'attempt' | 'message'>

const channels: Record<ProviderName, Channel> = { sendgrid: 'EMAIL', smtp: 'EMAIL', twilio: 'PHONE' }

/** The ledger's entry of a message; its call is answered with success, unless `end` says otherwise. */
export const toEntry = (
  provider: ProviderName,
  message: NewEntry,
  { at = Date.now(), heldUpMs = null, end = 'answered' }: Partial<Pick<Entry, 'at' | 'heldUpMs' | 'end'>> = {},
): Entry => ({ provider, channel: channels[provider], at, heldUpMs, end, status: null, ...message })

const reasons: Record<Exclude<CallEnd, 'answered'>, string> = {
  'under way': 'not answered yet',
  failed: '5xx after',
  hang: 'hang after',
  reset: 'reset after',
  'cut body': 'answer lost',
  'caller gone': 'answer lost, since the caller was gone',
}

/**
 * Why the caller of an accepted message may not know that it was accepted, and so may send it again; null if it got the
 * answer. A caller that is killed right after the answer was sent may still not know.
 */
export const explainRepeat = ({ end }: Pick<Entry, 'end'>): string | null => (end === 'answered' ? null : reasons[end])
