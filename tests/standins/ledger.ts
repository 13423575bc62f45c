import type { Channel } from '#shared/contract/alert.ts'

export type ProviderName = 'sendgrid' | 'twilio' | 'smtp'

/**
 * How a call ended for its caller: the yes arrived; another answer did; no answer came before the stand-in or the caller
 * gave up; the connection was reset; the answer broke off; or the caller was gone before the answer was written.
 */
export type CallEnd = 'under way' | 'answered' | 'failed' | 'hang' | 'reset' | 'cut body' | 'caller gone'

/** A message that a provider took, or a call about one that it did not take, with what became of the call. */
export type Entry = {
  provider: ProviderName
  channel: Channel
  /** The provider's id of the message. */
  id: string
  to: string
  /** The notice and which attempt it is, where the message says so. */
  notice: number | null
  attempt: number | null
  /** Milliseconds since 1970. */
  at: number
  /**
   * Milliseconds that it took the provider to get and take the message, beyond the latency that it was given: what the
   * machine held up. Null where the provider does not measure it.
   */
  heldUpMs: number | null
  /** When the conversation about it began, in milliseconds since 1970, where the provider measures that. */
  begunAt?: number
  end: CallEnd
  /** What was answered, if anything was: the HTTP status, or the code of the mail server. */
  status: number | null
  /** What became of it since it was taken, as its provider's list says. */
  progress?: { status: string; errorCode: number | null }
  /** It reached no one: its provider reported that it refuses the county, and the service acknowledged that. */
  isRefusedLater?: true
  message: Record<string, unknown>
}

/** What a provider makes of a call before it takes the message. */
export type NewEntry = Pick<Entry, 'id' | 'to' | 'notice' | 'attempt' | 'message'>

const channels: Record<ProviderName, Channel> = { sendgrid: 'EMAIL', smtp: 'EMAIL', twilio: 'PHONE' }

/** The ledger's entry of a message; its call is answered with yes, unless `end` says otherwise. */
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
 * Why the caller of a taken message may not know that it was taken, and so may send it again; null if it was told. A
 * caller that is killed right after the answer is on its way may still not know.
 */
export const explainRepeat = ({ end }: Pick<Entry, 'end'>): string | null => (end === 'answered' ? null : reasons[end])
