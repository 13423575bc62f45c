import type { Channel } from '#shared/contract/alert.ts'
import type { SuppressionReason } from '#shared/node/db/types.ts'
import type { Message } from '../templates/message.ts'

/** One call to a provider: a notice's message, and which attempt it is. */
export type Outgoing<M extends Message = Message> = { noticeId: number; attempt: number; message: M }

/**
 * A call whose answer never came. `link` stands in its text alone, where there is one. `documentId` where the call may
 * have been made for a notice that a restore has lost: its link is not known, but its text names the document.
 */
export type Doubt = {
  noticeId: number
  target: string
  calledAt: Date
  link: string | null
  documentId?: string | null
}

export type LookUp = { textable: true } | { textable: false; problem: string }

/** One way to send messages of one channel. */
export type Transport<M extends Message = Message> = {
  name: string
  /**
   * Hands a message to the provider.
   * @returns the provider's id of it, or null where there is none
   * @throws DeliveryError
   */
  send(outgoing: Outgoing<M>): Promise<string | null>
  /** After a call without an answer: how long word of it may still come, in milliseconds. */
  doubtWaitMs: number
  /** Asks the provider about such a call: the message's id where it has it, null where it has not. Absent where it cannot be asked. */
  ask?(doubt: Doubt): Promise<string | null>
  /** Whether a number can take texts. */
  lookUp?(number: string): Promise<LookUp>
  close(): Promise<void>
}

export type Transports = { [C in Channel]: Transport<Extract<Message, { channel: C }>> | null }

export type DeliveryErrorKind = 'refused' | 'retry' | 'in-doubt'

/**
 * What became of a call that was not answered with a yes: `refused` for good; `retry` when the provider certainly
 * did not take it; `in-doubt` when nobody can say.
 */
export class DeliveryError extends Error {
  readonly kind: DeliveryErrorKind
  /** Milliseconds that the provider asks us to wait. */
  readonly retryAfterMs: number | undefined
  /** The address or number must not be written to again. */
  readonly suppress: SuppressionReason | undefined
  /** The call was not even begun, for want of a connection: with `retry`. */
  readonly notBegun: boolean
  constructor(
    kind: DeliveryErrorKind,
    message: string,
    {
      retryAfterMs,
      suppress,
      notBegun = false,
    }: { retryAfterMs?: number | undefined; suppress?: SuppressionReason | undefined; notBegun?: boolean } = {},
  ) {
    super(message)
    this.name = 'DeliveryError'
    this.kind = kind
    this.retryAfterMs = retryAfterMs
    this.suppress = suppress
    this.notBegun = notBegun
  }
}
