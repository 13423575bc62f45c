import type { Marks } from '#shared/contract/marks.ts'
import { toSingleLine } from './single-line.ts'

/**
 * A record's text as screens and messages show it, on one line, with its marks moved accordingly. Old matches have no
 * marks.
 */
export function toMarkedLine({ recordRaw, marks }: { recordRaw: string; marks?: Marks | null }): {
  recordRaw: string
  marks: Marks
} {
  const text = toSingleLine(recordRaw)
  if (text === recordRaw || !marks) return { recordRaw: text, marks: marks ?? [] }
  // A mark begins and ends with a letter or digit, so the line up to there is the line of the text up to there.
  const place = (offset: number) => toSingleLine(`${recordRaw.slice(0, offset)}|`).length - 1
  return { recordRaw: text, marks: marks.map(([start, end]) => [place(start), place(end)]) }
}

/** One piece of a text; the marked pieces are the words that matched. */
export type TextPiece = { text: string; isMarked: boolean }

/** Splits a text at its marks. Ignores marks that do not fit the text. */
export function cutAtMarks(text: string, marks: Marks): TextPiece[] {
  const pieces: TextPiece[] = []
  let from = 0
  for (const [start, end] of marks) {
    if (start < from || end <= start || end > text.length) continue
    pieces.push({ text: text.slice(from, start), isMarked: false }, { text: text.slice(start, end), isMarked: true })
    from = end
  }
  pieces.push({ text: text.slice(from), isMarked: false })
  return pieces.filter((piece) => piece.text !== '')
}
