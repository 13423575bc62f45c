/** Fewer digits are a status or a version; a phone number has more. */
const digitsOfNumber = 9
/** At most this many characters of an answer are read: the patterns below may start a search at each of them. */
const looksAt = 2_000
const keeps = 200

/**
 * A provider's answer for the log, the database and the monitoring page: short, on one line, and without anything that
 * may be an address, a number or a key. Invisible characters are removed first, because they could hide one.
 */
export function redact(words: string): string {
  return words
    .slice(0, looksAt)
    .toWellFormed()
    .replaceAll(/\p{Cf}+/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(/(?:"[^"]*"|[^\s<>()"',;@]+)(?:@|%40)[^\s<>()"',;]+/gi, '[address]')
    .replaceAll(/\+?\d[\d\s().-]+\d/g, (found) =>
      found.replaceAll(/\D/g, '').length > digitsOfNumber ? '[number]' : found,
    )
    .replaceAll(/(?=[\w+/=.-]*(?:\d[A-Za-z_]|[A-Za-z_]\d))[\w+/=.-]{20,}/g, '[key]')
    .slice(0, keeps)
    .toWellFormed()
    .trim()
}
