import { expect, test } from 'vitest'
import type { MatchOptions } from '#shared/contract/alert.ts'
import type { Match } from '#shared/contract/match.ts'
import { middleConflicts, sentences } from '#shared/matching/public.ts'
import { findFalseClaims } from './naive/check-explanation.ts'
import { person, record } from './shorthand.ts'

/**
 * Explanations planted for the second reader, which must tell the false from the true by the record's text. The marked
 * words stand in square brackets.
 */
const { sameName, sameNameOneMiddle, initialInRecord, nickname } = sentences
const another = `${sameName} ${middleConflicts.anotherMiddle}`

const planted: [alert: string, shown: string, sentence: string, isTrue: boolean][] = [
  // Words of two names, with no surname shared.
  ['Helen | Marsh', '[MARSH], PETER Q TR & [HELEN] OKAFOR REVOCABLE TRUST', sameName, false],
  ['Helen | Okafor', 'MARSH, PETER Q TR & [HELEN] [OKAFOR] REVOCABLE TRUST', sameName, true],
  ['Helen | Marsh', '[MARSH], PETER Q & [HELEN] C OKAFOR', sameName, false],
  ['Helen | Marsh', '[MARSH], PETER Q & [HELEN]', sameName, true],
  ['Peter | Okafor', 'MARSH, [PETER] & HELEN [OKAFOR]', sameName, false],
  ['John | Smith', '[SMITH], MARY / JONES, [JOHN]', sameName, false],
  ['Tanya | Brian', '[BRIAN] J AND [TANYA] R MADRONE', sameName, false],
  ['Tanya | Madrone', 'BRIAN J AND [TANYA] R [MADRONE]', sameName, true],
  // A middle name next to the marked words.
  ['John Rick | Smith', '[SMITH], [JOHN] ALAN', sameName, false],
  ['John Rick | Smith', '[SMITH], [JOHN]', sameName, true],
  ['John Rick Paul | Smith', '[SMITH], [JOHN] [RICK] ALAN', sameNameOneMiddle, false],
  ['John Rick Paul | Smith', '[SMITH], [JOHN] [RICK] ALAN', another, true],
  ['John Rick Paul | Smith', '[SMITH], [JOHN] [RICK]', another, false],
  // The first letter of a full name is no initial.
  ['John | Smith', '[SMITH], [J]OHN', initialInRecord, false],
  ['John | Smith', '[SMITH], [J]', initialInRecord, true],
  ['Bob | Smith', '[SMITH], [WILLIAM]', nickname, false],
  ['Bob | Smith', '[SMITH], [ROBERT]', nickname, true],
]

test.each(planted)('%s in %s: %s %s', (alert, shown, sentence, isTrue) => {
  const { text, marks } = readMarks(shown)
  const variant: keyof MatchOptions | null = sentence === nickname ? 'nicknames' : null
  const match: Match = {
    field: 'party',
    fieldIndex: 0,
    role: '',
    alertRaw: alert.replace(' |', ''),
    recordRaw: text,
    marks,
    byInitialOnly: sentence === initialInRecord,
    otherLegalForm: false,
    variant,
    ruleVersion: 1,
    sentence,
  }
  expect(findFalseClaims(person(alert), record(text), match).length === 0).toBe(isTrue)
})

/** The text without its brackets, and where their content is in it. */
function readMarks(shown: string): { text: string; marks: [number, number][] } {
  let text = ''
  const marks: [number, number][] = []
  for (const piece of shown.split(/(?=\[)|(?<=\])/)) {
    const plain = piece.replaceAll(/[[\]]/g, '')
    if (piece.startsWith('[')) marks.push([text.length, text.length + plain.length])
    text += plain
  }
  return { text, marks }
}
