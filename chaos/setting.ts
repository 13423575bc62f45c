import type { Envelope } from '#shared/contract/envelope.ts'
import type { Entry } from '#tests/standins/provider.ts'
import { until } from './processes.ts'
import type { Breach } from './reconcile.ts'

/** A saved setting holds on every server and worker within this (decisions, section 1). */
const holdsWithinMs = 2_000
/** A message was made before its call waited for a place and the provider took its time. */
const underWayMs = 1_000

type Change = { countyName: string; savedAt: number; lateAt: string[] }

/**
 * Logs an administrator in at the first server.
 * @returns renames the county there, in the midst of whatever goes on; then every server is asked
 */
export async function openSettings(
  addresses: string[],
  { username, password }: { username: string; password: string },
): Promise<() => Promise<Change>> {
  const [first = ''] = addresses
  const headers: Record<string, string> = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${first}/api/${path}`, {
      method: body ? 'POST' : 'GET',
      headers,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    })
    const answer = (await response.json()) as Envelope<Record<string, unknown>>
    if (!answer.ok) throw new Error(`${path} answered ${response.status}: ${answer.message}`)
    return { response, content: answer.content }
  }
  const { response } = await call('auth/login', { username, password })
  headers.cookie = response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
  const { content } = await call('controlPanel/countyConfig/common')
  const countyName = `${String(content?.countyName)} of late`
  const sees = (address: string) =>
    fetch(`${address}/api/helperdata/landnotification`, { signal: AbortSignal.timeout(holdsWithinMs) })
      .then((answer) => answer.text())
      .then(
        (text) => text.includes(countyName),
        () => false,
      )
  const isLate = (address: string) =>
    until('the county is renamed', () => sees(address), holdsWithinMs).then(
      () => false,
      () => true,
    )
  return async () => {
    // So that each of them holds the settings as they were.
    await Promise.all(addresses.map(sees))
    await call('controlPanel/countyConfig/common', { ...content, countyName })
    const savedAt = Date.now()
    const late = await Promise.all(addresses.map(isLate))
    return { countyName, savedAt, lateAt: addresses.filter((_, place) => late[place]) }
  }
}

/** Servers that showed the old name for too long, and messages that bear it. */
export const lateWith = ({ countyName, savedAt, lateAt }: Change, taken: Entry[]): Breach[] =>
  [
    { what: 'servers that did not see a setting in time', ids: lateAt },
    {
      what: 'messages sent with a setting of the past',
      ids: taken
        .filter(({ at }) => at > savedAt + holdsWithinMs + underWayMs)
        .filter(({ message }) => !JSON.stringify(message).includes(countyName))
        .map(({ id }) => id),
    },
  ].filter(({ ids }) => ids.length > 0)
