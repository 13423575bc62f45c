import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { messages } from '../contract/messages.ts'

export type PhoneFormat = 'STANDARD' | 'INTERNATIONAL'
export type ReadPhone = { number: string; format: PhoneFormat } | { problem: string }

const standard = /^\(\d{3}\) \d{3}-\d{4}$/

/**
 * Reads a phone number as the wire carries it: '(612) 555-1234', or digits with the country code for international.
 * @param otherCountries whether the county has opened numbers outside North America
 * @returns the number in E.164, or the specified text of what is wrong
 */
export function readPhone(value: string, otherCountries: boolean): ReadPhone {
  if (standard.test(value)) {
    const parsed = parsePhoneNumberFromString(value, 'US')
    // Possible, not valid: new area codes come faster than a program is replaced; the provider's look-up decides.
    return parsed?.isPossible() ? { number: parsed.number, format: 'STANDARD' } : { problem: messages.standardPhone }
  }
  const digits = /^\d+$/.test(value)
  const northAmerican = digits && value.length === 11 && value.startsWith('1')
  if (!otherCountries && !northAmerican) return { problem: messages.standardPhone }
  if (!digits)
    return { problem: /^[\d\s()+.-]+$/.test(value) ? messages.internationalPhoneDigits : messages.internationalPhone }
  if (value.length < 7 || value.length > 15) return { problem: messages.internationalPhone }
  const parsed = parsePhoneNumberFromString(`+${value}`)
  if (!parsed?.isPossible()) return { problem: messages.internationalPhone }
  return { number: parsed.number, format: northAmerican ? 'STANDARD' : 'INTERNATIONAL' }
}

/** E.164 as it is shown and goes over the wire: '(612) 555-1234', or digits for international. */
export function showPhone(number: string): string {
  const northAmerican = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number)
  return northAmerican ? `(${northAmerican[1]}) ${northAmerican[2]}-${northAmerican[3]}` : number.replace('+', '')
}
