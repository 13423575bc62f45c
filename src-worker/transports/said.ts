/** Fewer digits are a status or a version; a phone number has more. */
const digitsOfNumber = 9

/** A provider's words, for the log and the monitoring page: short, and without what may be an address, a number or a key. */
export function withoutAddresses(words: string): string {
  return words
    .replaceAll(/[^\s<>()"',;]+@[^\s<>()"',;]+/g, '[address]')
    .replaceAll(/\+?\d[\d\s().-]+\d/g, (found) =>
      found.replaceAll(/\D/g, '').length > digitsOfNumber ? '[number]' : found,
    )
    .replaceAll(/(?=[\w+/=.-]*\d)[\w+/=.-]{20,}/g, '[key]')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .slice(0, 200)
}
