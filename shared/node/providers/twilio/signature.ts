import { validateRequest } from 'twilio/lib/webhooks/webhooks.js'

/** Whether a header looks like Twilio's signature: base64 of an HMAC with SHA-1. */
export const looksSignedByTwilio = (signature: string): boolean => /^[A-Za-z0-9+/]{27}=$/.test(signature)

/**
 * Twilio signs the address it called, with its query, and the sorted form fields. Its own library also tries the
 * address with and without the port, because proxies differ.
 */
export const isSignedByTwilio = (
  token: string,
  { signature, address, fields }: { signature: string; address: string; fields: Record<string, string | string[]> },
): boolean => signature !== '' && validateRequest(token, signature, address, fields)
