// Control characters, line and paragraph separators, bidirectional overrides, zero-width characters.
const nonPrinting = /[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]+/gu

// Matches nearly all texts, ten times faster than Unicode classes.
const plainLine = /^[!-~]+(?: [!-~]+)*$/

/**
 * Reduces text to one line without control characters, so that nothing from a feed or a person can start a new header
 * or line, or change the text direction. Messages and screens show every text of a record this way.
 */
export const toSingleLine = (text: string): string =>
  plainLine.test(text) ? text : text.replaceAll(nonPrinting, ' ').replaceAll(/ {2,}/g, ' ').trim()
