import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js'

/**
 * The key that SendGrid shows for its signed event webhook: base64 of a DER public key.
 * @throws Error where it is none
 */
export const readSendgridKey = (base64: string): KeyObject =>
  createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })

/** SendGrid signs the timestamp and the body as it was sent, byte for byte (ECDSA, P-256, SHA-256). */
export function sendgridSigned(
  key: KeyObject,
  { body, signature, timestamp }: { body: Buffer; signature: string; timestamp: string },
): boolean {
  try {
    return verify('sha256', Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

/**
 * Twilio signs the address it called, query and all, and the sorted form fields. Its own library also tries the
 * address with and without the port, since proxies differ.
 */
export const twilioSigned = (
  token: string,
  { signature, address, fields }: { signature: string; address: string; fields: Record<string, string | string[]> },
): boolean => signature !== '' && validateRequest(token, signature, address, fields)
