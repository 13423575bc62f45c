import { parsePhone, formatPhone } from '#shared/domain/phone.ts'

/** A number that receives alerts of the user, in E.164. */
export type KnownPhone = { number: string; verified: boolean }

export type PhoneToCall = {
  /** What a device dials: E.164, or the digits as typed if we cannot read a number from them. */
  number: string
  shown: string
  /** Its owner verified it by a code. */
  verified: boolean
}

/** The user's page shows more. */
const maxPhones = 3

/**
 * The numbers for staff to call: verified ones first, then the profile's, each once.
 * @param profile the number of the account, as it was typed, or ''
 */
export function phonesToCall(profile: string, known: readonly KnownPhone[]): PhoneToCall[] {
  const read = parsePhone(profile, true)
  const own = profile === '' ? [] : [{ number: 'number' in read ? read.number : profile, verified: false }]
  const all = new Map<string, PhoneToCall>()
  for (const { number, verified } of [...known.filter((phone) => phone.verified), ...own, ...known]) {
    if (!all.has(number))
      all.set(number, { number, shown: number.startsWith('+') ? formatPhone(number) : number, verified })
  }
  return [...all.values()].slice(0, maxPhones)
}
