import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { messages } from '../contract/messages.ts'

type PhoneFormat = 'STANDARD' | 'INTERNATIONAL'
type ParsedPhone = { number: string; format: PhoneFormat } | { problem: string }

const standard = /^\(\d{3}\) \d{3}-\d{4}$/

/**
 * Parses a phone number in its wire format: '(612) 555-1234', or digits with the country code for international.
 * @param otherCountries whether the county accepts numbers outside North America
 * @returns the number in E.164, or the specified message about the problem
 */
export function parsePhone(value: string, otherCountries: boolean): ParsedPhone {
  if (standard.test(value)) {
    const parsed = parsePhoneNumberFromString(value, 'US')
    // isPossible, not isValid: new area codes appear faster than programs are updated. The provider's lookup decides.
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

/** An E.164 number as screens and the wire have it: '(612) 555-1234', or digits for international. */
export function formatPhone(number: string): string {
  const northAmerican = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number)
  return northAmerican ? `(${northAmerican[1]}) ${northAmerican[2]}-${northAmerican[3]}` : number.replace('+', '')
}
