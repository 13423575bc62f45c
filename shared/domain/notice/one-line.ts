// Control characters, line and paragraph separators, bidirectional overrides, zero-width characters.
const unwritten = /[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]+/gu

// Nearly all texts: seen at a glance, where classes of Unicode take ten times as long.
const isOneLine = /^[!-~]+(?: [!-~]+)*$/

/**
 * One line without control characters: nothing that a feed or a person wrote can begin a new header or line, or turn
 * the direction of what follows. What a record says is shown so wherever it is shown: in messages and on the screens.
 */
export const oneLine = (text: string): string =>
  isOneLine.test(text) ? text : text.replaceAll(unwritten, ' ').replaceAll(/ {2,}/g, ' ').trim()
