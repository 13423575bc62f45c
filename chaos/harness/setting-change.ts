import type { Envelope } from '#shared/contract/envelope.ts'
import type { Entry } from '#tests/standins/ledger.ts'
import { type Breach, onlyBroken } from '../oracle/check.ts'
import { isNearAny } from '../oracle/interruptions.ts'
import type { Stall } from '../processes/observations.ts'
import { until } from '../support/until.ts'

/** A saved setting takes effect on every server and worker within this time. */
const takesEffectWithinMs = 2_000
/** A message is rendered before its call waits for a connection and for the provider. */
const inFlightMs = 1_000

export type SettingChange = { countyName: string; savedAt: number; lateAt: string[] }

/**
 * Logs an administrator in on the first server.
 * @returns a function that renames the county there while everything runs; then queries every server
 */
export async function openSettings(
  addresses: string[],
  { username, password }: { username: string; password: string },
): Promise<() => Promise<SettingChange>> {
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
    fetch(`${address}/api/helperdata/landnotification`, { signal: AbortSignal.timeout(takesEffectWithinMs) })
      .then((answer) => answer.text())
      .then(
        (text) => text.includes(countyName),
        () => false,
      )
  const isLate = (address: string) =>
    until('the county is renamed', () => sees(address), takesEffectWithinMs).then(
      () => false,
      () => true,
    )
  return async () => {
    // Makes each server load the settings before the change.
    await Promise.all(addresses.map(sees))
    await call('controlPanel/countyConfig/common', { ...content, countyName })
    const savedAt = Date.now()
    const late = await Promise.all(addresses.map(isLate))
    return { countyName, savedAt, lateAt: addresses.filter((_, place) => late[place]) }
  }
}

/**
 * Servers that showed the old name for too long, and messages that contain it.
 * @param machineStalls which excuse both near them
 */
export const findLateUses = (
  { countyName, savedAt, lateAt }: SettingChange,
  taken: Entry[],
  machineStalls: Stall[],
): Breach[] =>
  onlyBroken([
    { what: 'servers that did not see a setting in time', ids: isNearAny(machineStalls, savedAt) ? [] : lateAt },
    {
      what: 'messages sent with a setting of the past',
      ids: taken
        .filter(({ at }) => at > savedAt + takesEffectWithinMs + inFlightMs)
        .filter(({ at }) => !isNearAny(machineStalls, at))
        .filter(({ message }) => !JSON.stringify(message).includes(countyName))
        .map(({ id }) => id),
    },
  ])
