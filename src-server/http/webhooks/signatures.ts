import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js'

/** An event that was signed longer ago is not taken: by then its first arrival may be forgotten, and it would count again. */
const maxSignatureAgeMs = 3 * 24 * 3600 * 1000

/**
 * The key that SendGrid shows for its signed event webhook: base64 of a DER public key.
 * @throws Error if it is none
 */
export const readSendgridKey = (base64: string): KeyObject =>
  createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })

/** What can be a signature of SendGrid: base64 of an ECDSA signature in DER, with the seconds at which it was made. */
export const looksSignedBySendgrid = ({ signature, timestamp }: { signature: string; timestamp: string }): boolean =>
  /^[A-Za-z0-9+/]{80,100}={0,2}$/.test(signature) && /^\d{1,12}$/.test(timestamp)

/**
 * SendGrid signs the timestamp and the body as it was sent, byte for byte (ECDSA, P-256, SHA-256).
 * @param now milliseconds; what was signed more than 3 days before that is refused
 */
export function sendgridSigned(
  key: KeyObject,
  { body, signature, timestamp }: { body: Buffer; signature: string; timestamp: string },
  now: number,
): boolean {
  if (!(now - Number(timestamp) * 1000 <= maxSignatureAgeMs)) return false
  try {
    return verify('sha256', Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

/** What can be a signature of Twilio: base64 of an HMAC with SHA-1. */
export const looksSignedByTwilio = (signature: string): boolean => /^[A-Za-z0-9+/]{27}=$/.test(signature)

/**
 * Twilio signs the address it called, query and all, and the sorted form fields. Its own library also tries the
 * address with and without the port, since proxies differ.
 */
export const twilioSigned = (
  token: string,
  { signature, address, fields }: { signature: string; address: string; fields: Record<string, string | string[]> },
): boolean => signature !== '' && validateRequest(token, signature, address, fields)
