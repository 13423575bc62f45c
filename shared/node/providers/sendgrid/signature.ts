import { createPublicKey, type KeyObject, verify } from 'node:crypto'

/** Events signed longer ago are refused: we may have forgotten their first arrival and would count them twice. */
const maxSignatureAgeMs = 3 * 24 * 3600 * 1000

/**
 * The key that SendGrid shows for its signed event webhook: base64 of a DER public key.
 * @throws Error if it is not a public key
 */
export const readSendgridKey = (base64: string): KeyObject =>
  createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })

export type SendgridSignature = { signature: string; timestamp: string }

/** Whether the headers look like SendGrid's: base64 of an ECDSA signature in DER, and the time of signing in seconds. */
export const looksSignedBySendgrid = ({ signature, timestamp }: SendgridSignature): boolean =>
  /^[A-Za-z0-9+/]{80,100}={0,2}$/.test(signature) && /^\d{1,12}$/.test(timestamp)

/**
 * SendGrid signs the timestamp and the body exactly as sent (ECDSA, P-256, SHA-256).
 * @param now milliseconds; anything signed more than 3 days before is refused
 */
export function isSignedBySendgrid(
  key: KeyObject,
  { body, signature, timestamp }: SendgridSignature & { body: Buffer },
  now: number,
): boolean {
  if (!(now - Number(timestamp) * 1000 <= maxSignatureAgeMs)) return false
  try {
    return verify('sha256', Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}
