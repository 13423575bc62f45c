import { parsePhone, formatPhone } from '#shared/domain/phone.ts'

/** A number that takes the alerts of somebody, in E.164. */
export type KnownPhone = { number: string; verified: boolean }

export type PhoneToCall = {
  /** What a device dials: E.164, or the digits as they were given where no number can be read from them. */
  number: string
  shown: string
  /** Its owner confirmed it by a code. */
  verified: boolean
}

/** More are on the user's page. */
const most = 3

/**
 * Which numbers staff call somebody at: those that were confirmed first, then the one of the profile, each once.
 * @param profile the number of the account, as it was typed, or ''
 */
export function phonesToCall(profile: string, known: readonly KnownPhone[]): PhoneToCall[] {
  const read = parsePhone(profile, true)
  const own = profile === '' ? [] : [{ number: 'number' in read ? read.number : profile, verified: false }]
  const all = new Map<string, PhoneToCall>()
  for (const { number, verified } of [...known.filter((one) => one.verified), ...own, ...known]) {
    if (!all.has(number))
      all.set(number, { number, shown: number.startsWith('+') ? formatPhone(number) : number, verified })
  }
  return [...all.values()].slice(0, most)
}
