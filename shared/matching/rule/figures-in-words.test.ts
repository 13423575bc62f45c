import { expect, test } from 'vitest'
import { decideMatch, isFound, person, record } from '#tests/matching/shorthand.ts'

// cspell:ignore quibley mall orchard rchard
test.each<[entered: string, recorded: string, isMatch: boolean]>([
  ['Nora | Mallory', 'MALL0RY, NORA', true],
  ['Nora | Quibley', 'QU18LEY, NORA', true],
  ['Moses | Quibley', 'QUIBLEY, MO5ES', true],
  ['Nora | Woods', 'N0RA W00DS', true],
  ['Nora | Woods', 'WOODS, PETER & N0RA', true],
  ['Nora | Woods', 'W00DS, PETER', false],
  ['Nora Jean | Woods', 'W00DS, NORA RUTH', false],
  ['Nora | Woods', '2ND WOODS, NORA 1ST', true],
  // A figure at the start or the end of a word is not one of its letters.
  ['Nora | Orchard', '00RCHARD, NORA', false],
  ['Nora | Quibley', 'QUIBLEY88, NORA', false],
])('figures in place of letters, with typing slips: %s and %s', (entered, recorded, isMatch) => {
  const alert = person(entered, { typingSlips: true })
  const match = decideMatch(alert, record(recorded))
  expect(match !== null).toBe(isMatch)
  if (isMatch) expect(isFound(alert, record(recorded))).toBe(true)
  if (match?.variant === 'typingSlips') expect(decideMatch(person(entered), record(recorded))).toBeNull()
})
