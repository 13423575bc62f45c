import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import { toOneByteString } from '#shared/node/platform/html.ts'

const curly = /[\u2018\u2019\u201C\u201D]/

/** Replaces curly quotes by straight ones, for plain text. */
export const toStraightQuotes = (text: string): string =>
  curly.test(text) ? toOneByteString(text.replaceAll(/[\u2018\u2019]/g, "'").replaceAll(/[\u201C\u201D]/g, '"')) : text

/** At most `max` characters, ending in '...' if it was truncated. */
export const truncate = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, Math.max(0, max - 3)).trimEnd()}...`

const gsmReplacements: Record<string, string> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201A': "'",
  '\u201C': '"',
  '\u201D': '"',
  '\u201E': '"',
  '\u00AB': '"',
  '\u00BB': '"',
  '\u2013': '-',
  '\u2014': '-',
  '\u2212': '-',
  '\u2026': '...',
  '\u00A0': ' ',
  '\u00DF': 'ss',
  '\u00C6': 'AE',
  '\u00E6': 'ae',
  '\u00D8': 'O',
  '\u00F8': 'o',
  '\u0141': 'L',
  '\u0142': 'l',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  '|': '/',
  '\\': '/',
  '~': '-',
  '^': "'",
  '`': "'",
}

/**
 * Converts text to characters that GSM 03.38 sends in one septet each: a single other character would more than halve
 * every segment of a text. A character without an equivalent becomes '?'.
 */
export const toGsm = (text: string): string =>
  toSingleLine(text)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\n !-Z_a-z]/gu, (char) => gsmReplacements[char] ?? '?')

/** Septets in a text of two segments (153 each, without their headers). */
export const twoSegments = 306

/**
 * Fits parts into a text: while it is too long, truncates the longest part, but none below `shortest`.
 * @param write inserts the parts into the sentence
 */
export function fitText<P extends Record<string, string>>(
  parts: P,
  write: (parts: P) => string,
  max = twoSegments,
  shortest = 12,
): string {
  const kept = { ...parts }
  for (;;) {
    const over = write(kept).length - max
    if (over <= 0) return write(kept)
    const [longest] = Object.entries(kept).toSorted((a, b) => b[1].length - a[1].length)
    if (!longest || longest[1].length <= shortest) return write(kept)
    const second =
      Object.values(kept)
        .map((text) => text.length)
        .toSorted((a, b) => b - a)[1] ?? 0
    const length = Math.max(shortest, longest[1].length - over, Math.min(second, longest[1].length - 1))
    kept[longest[0] as keyof P] = truncate(longest[1], length) as P[keyof P]
  }
}
