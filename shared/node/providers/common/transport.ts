import type { Channel } from '#shared/contract/alert.ts'
import type { SuppressionReason } from '#shared/domain/recipient/suppression-reasons.ts'
import type { Callback } from './callback.ts'
import type { Concern } from './concern.ts'
import type { Deadline } from './deadline.ts'
import type { Message } from './message.ts'
import { redact } from './redact.ts'

/** One call to a provider: a notice's message, its attempt, and the time that the call must fit into. */
export type OutgoingMessage<M extends Message = Message> = {
  noticeId: number
  attempt: number
  message: M
  deadline: Deadline
}

/**
 * A call whose answer never came. Only its text contains one of `links`, unless that is null. `documentId` is set if the call
 * may have been made for a notice that was lost in a restore: its links are unknown, but its text names the document.
 */
export type InDoubtCall = {
  noticeId: number
  target: string
  calledAt: Date
  links: readonly string[] | null
  documentId?: string | null
}

export type LookUpResult = { textable: true } | { textable: false; problem: string }

/** One way to send messages of one channel. */
export type Transport<M extends Message = Message> = {
  name: string
  /**
   * Hands a message to the provider, unless too little time is left just before.
   * @returns the provider's id of it, or null if it has none
   * @throws DeliveryError
   */
  send(outgoing: OutgoingMessage<M>): Promise<string | null>
  /** How long a report may still arrive after a call without an answer, in milliseconds. */
  inDoubtWaitMs: number
  /**
   * Asks the provider about such a call. Returns the message's id, or null if the provider has no such message or did
   * not deliver it. Absent if the provider cannot be asked.
   */
  findMessage?(doubt: InDoubtCall): Promise<string | null>
  /**
   * Lists texts that arrived since a moment, oldest first, as their webhooks would have stored them, and whether the
   * list is complete. Absent if the provider has no list.
   */
  listInbound?(since: Date): Promise<{ callbacks: Callback[]; complete: boolean }>
  /** Whether a number can take texts. */
  lookUp?(number: string): Promise<LookUpResult>
  close(): Promise<void>
}

export type Transports = { [C in Channel]: Transport<Extract<Message, { channel: C }>> | null }

export type DeliveryErrorKind = 'refused' | 'retry' | 'in-doubt'

/**
 * How a call failed: `refused` for good; `retry` if it is made again on schedule; `in-doubt` if there was no answer.
 * With `retry` the provider did not accept the message, unless `perhapsTaken`.
 */
export class DeliveryError extends Error {
  readonly kind: DeliveryErrorKind
  /** Milliseconds that the provider asks us to wait. */
  readonly retryAfterMs: number | undefined
  /** We must not write to the address or number again. */
  readonly suppress: SuppressionReason | undefined
  /** With `retry`: the call never began, because there was no connection or no time. */
  readonly notBegun: boolean
  /** With `retry`: the provider answered with a failure (5xx), perhaps after it accepted the message. */
  readonly perhapsTaken: boolean
  /**
   * With `retry`: the provider answered and refuses the county, not the message, so that a person must correct the
   * settings.
   */
  readonly isSetUp: boolean
  /**
   * With `refused`: a text that refusals of one kind share, of which many in a row concern the sender after all; '' for
   * a refusal that names its recipient.
   */
  readonly refusedFor: string
  constructor(
    kind: DeliveryErrorKind,
    message: string,
    {
      retryAfterMs,
      suppress,
      notBegun = false,
      perhapsTaken = false,
      isSetUp = false,
      refusedFor = '',
    }: {
      retryAfterMs?: number | undefined
      suppress?: SuppressionReason | undefined
      notBegun?: boolean
      perhapsTaken?: boolean
      isSetUp?: boolean
      refusedFor?: string
    } = {},
  ) {
    // The message may quote the provider, and is logged, stored and shown.
    super(redact(message))
    this.name = 'DeliveryError'
    this.kind = kind
    this.retryAfterMs = retryAfterMs
    this.suppress = suppress
    this.notBegun = notBegun
    this.perhapsTaken = perhapsTaken
    this.isSetUp = isSetUp
    this.refusedFor = refusedFor
  }
}

/** The error for a refusal whose concern is known. */
export const toRefusalError = (
  concern: Concern,
  said: string,
  { suppress, refusedFor }: { suppress?: SuppressionReason | undefined; refusedFor: string },
): DeliveryError =>
  concern === 'sender'
    ? new DeliveryError('retry', said, { isSetUp: true })
    : new DeliveryError('refused', said, { suppress, refusedFor: concern === 'recipient' ? '' : refusedFor })

/** The worker was paused, or waited, for too long: another may claim the notice during this call. */
export const createTooLateError = (): DeliveryError =>
  new DeliveryError('retry', 'Too little time was left for a call.', { notBegun: true })
