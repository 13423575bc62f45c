import type { IncomingHttpHeaders } from 'node:http'
import type { Channel } from '#shared/contract/alert.ts'
import type { Concern } from './concern.ts'

/** A provider's call to us, verified, as we store it before the worker applies it. */
export type Callback = {
  /** The key of its reader in the registry. */
  source: string
  /** The same event always has the same key, so that it is stored once. */
  dedupeKey: string
  body: unknown
  /** When it arrived, or should have; defaults to now. */
  receivedAt?: Date
}

export type StoredBody = Record<string, unknown>

/** The fate of one message, as its provider reports it. */
export type DeliveryStatus = {
  meaning: 'accepted' | 'delivered' | 'failed'
  /** Shown to staff; '' unless the message failed. */
  reason: string
  /** Set when the address or number no longer accepts messages. */
  stop: 'bounce' | 'complaint' | 'stop' | null
  /** For a failure: whom it concerns, as with a refusal of the call. */
  concern: Concern | null
  /** For a failure that names no recipient: the same text for failures of one kind; '' otherwise. */
  failedFor: string
}

/** A status with the message that it is about. */
export type DeliveryReport = DeliveryStatus & {
  /** The reference that we sent with the message; null if the provider did not return it. */
  noticeId: number | null
  attempt: number | null
  providerMessageId: string | null
  target: string
  at: Date
}

/**
 * How the worker reads stored callbacks of one source. Readers stay registered even when their provider is no longer
 * configured, so that stored callbacks can still be applied.
 */
export type CallbackReader =
  | {
      kind: 'report'
      channel: Channel
      /** Returns null for an event that says nothing about delivery. */
      read(body: StoredBody, receivedAt: Date): DeliveryReport | null
    }
  | {
      kind: 'inbound-text'
      /** The fields of the stored body that hold the sender's number and the text. */
      fields: { from: string; text: string }
    }

/** A provider's request as it reaches us. */
type WebhookRequest = {
  headers: IncomingHttpHeaders
  body: Buffer
  /** Path and query. */
  url: string
}

/** An address that a provider calls. */
export type Webhook = {
  path: string
  contentType: string
  maxBytes: number
  /** Whether the headers can carry a valid signature. If not, the call is refused before its body is read. */
  hasSignature(headers: IncomingHttpHeaders): boolean
  /**
   * Verifies the signature and reads the events.
   * @throws AppError `forbidden`, `malformed` or `tooLarge`
   */
  read(request: WebhookRequest): Callback[]
}
