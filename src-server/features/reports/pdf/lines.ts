import type { Face, Glyphs } from './fonts.ts'

export const lineWidth = (line: Glyphs[]): number => line.reduce((sum, { width }) => sum + width, 0)

/**
 * Breaks a text into lines of at most that width, in units of the font's size: between words, and inside a word that is
 * longer than a line.
 */
export function breakLines(text: string, face: Face, width: number): Glyphs[][] {
  const space = face(' ')
  const spaceWidth = lineWidth(space)
  const lines: Glyphs[][] = []
  let line: Glyphs[] = []
  let used = 0
  const close = () => {
    lines.push(line)
    line = []
    used = 0
  }
  for (const word of text.split(' ').filter(Boolean)) {
    const pieces = face(word)
    const needed = lineWidth(pieces)
    if (used > 0 && used + spaceWidth + needed > width) close()
    if (used > 0) {
      line.push(...space)
      used += spaceWidth
    }
    for (const piece of pieces) {
      if (used > 0 && used + piece.width > width) close()
      line.push(piece)
      used += piece.width
    }
  }
  if (line.length > 0 || lines.length === 0) close()
  return lines
}
