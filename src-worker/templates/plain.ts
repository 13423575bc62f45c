import { toSingleLine } from '#shared/domain/notice/single-line.ts'

const curly = /[\u2018\u2019\u201C\u201D]/

/** Plain text keeps to the quotes of every keyboard. */
export const toStraightQuotes = (text: string): string =>
  curly.test(text) ? toOneByteString(text.replaceAll(/[\u2018\u2019]/g, "'").replaceAll(/[\u201C\u201D]/g, '"')) : text

/**
 * The same text, held in one byte a character where it can be: V8 goes on holding what was made of a wider text, and
 * all that becomes part of, in two, which is twice the work to send.
 */
export const toOneByteString = (text: string): string => Buffer.from(text).toString()

/** At most `max` characters, ending in '...' where something was cut. */
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
 * The same words in characters that GSM 03.38 sends in 7 bits, one septet each: one other character would make every
 * segment of a text less than half as long. What has no likeness becomes '?'.
 */
export const toGsm = (text: string): string =>
  toSingleLine(text)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\n !-Z_a-z]/gu, (char) => gsmReplacements[char] ?? '?')

/** Septets of a text of two segments (153 each beside their joining header). */
export const twoSegments = 306

/**
 * Fits parts of unlike length into a text: as long as it is too long, the longest is cut; none below `shortest`.
 * @param write puts the parts into the sentence
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
