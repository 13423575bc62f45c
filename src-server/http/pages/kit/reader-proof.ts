import { createHmac, timingSafeEqual } from 'node:crypto'
import { acceptedKeys, type Keyring, newestKey } from '#shared/node/platform/secrets/keyring.ts'

const compute = (key: ReturnType<typeof newestKey>, token: string, sessionId: string): string =>
  createHmac('sha256', key).update(`reader:${token}:${sessionId}`).digest('base64url')

/**
 * What the forms of a page say about the reader to whom it was shown, so that a press acts for them without a cookie:
 * the session, which may have ended since, signed for this page alone. Another site cannot read it.
 */
export const signReader = (keyring: Keyring, token: string, sessionId: string): string =>
  `${sessionId}.${compute(newestKey(keyring, 'links'), token, sessionId)}`

/** The session's id, or null for a text that was not signed for this page. */
export function readReader(keyring: Keyring, token: string, proof: string): string | null {
  const [sessionId = '', mac = ''] = proof.split('.')
  const given = Buffer.from(mac)
  const isOurs = acceptedKeys(keyring, 'links').some((key) => {
    const own = Buffer.from(compute(key, token, sessionId))
    return own.length === given.length && timingSafeEqual(own, given)
  })
  return isOurs ? sessionId : null
}
