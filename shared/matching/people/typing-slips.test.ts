import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { MatchOptions } from '#shared/contract/alert.ts'
import { decideMatch, feedFormat, isFound, person, record } from '#tests/matching/shorthand.ts'
import { middleConflicts, sentences, splitSentence } from '../explain/reason.ts'
import { alertKeys, decide, previewKeys } from '../rule/decide.ts'
import { parseAlert } from '../rule/parsed-alert.ts'
import { parseRecord, recordKeys, recordSlipKeys, visitNames } from '../rule/parsed-record.ts'
import { isTypingSlip, misspelledWords } from './typing-slips.ts'

test.each<[string, string, boolean]>([
  ['SMITH', 'SMITH', false],
  ['SMITH', 'SMYTH', true],
  ['SMITH', 'SMIT', true],
  ['SMITH', 'MITH', true],
  ['SMITH', 'SMIITH', true],
  ['SMITH', 'SMITHE', true],
  ['SMITH', 'SMTIH', true],
  ['SMITH', 'MSITH', true],
  ['SMITH', 'SMIHT', true],
  // Two slips, or swapped letters that are not neighbors.
  ['SMITH', 'SMYTHE', false],
  ['SMITH', 'TMISH', false],
  ['SMITH', 'SMI', false],
  // The alert's word has five letters or more.
  ['LOPE', 'LOPEZ', false],
  ['LOPEZ', 'LOPE', true],
  ['JON', 'JOHN', false],
  ['ABBEY', 'ABEY', true],
  ['ИВАНОВ', 'ИВАНОФ', true],
])('%s written as %s: %s', (alert, recorded, expected) => {
  expect(isTypingSlip(alert, recorded)).toBe(expected)
})

/** Without what is said of the grade, which grade.test.ts tests. */
function withoutGrade(sentence: string): string {
  const { reason, conflict } = splitSentence(sentence)
  return conflict ? `${reason} ${middleConflicts[conflict]}` : reason
}

const surnameSlip = sentences.typingSlip
const firstSlip = sentences.typingSlipFirst
const halfSlip = sentences.typingSlipHalf
const { anotherMiddle, anotherInitial } = middleConflicts

describe('an alert with typing slips', () => {
  test.each<[name: string, recorded: string, sentence: string | null]>([
    ['Thessaly | Brandvold', 'BRANDVLOD, THESSALY', surnameSlip],
    ['Thessaly | Brandvold', 'BRANDVOLD, THESALY', firstSlip],
    ['Thessaly | Brandvold', 'BRANVOLD THESSALY R', surnameSlip],
    ['Thessaly | Brandvold', 'THESSALY R BRANDVOLT', surnameSlip],
    ['Orrin | Dale', 'DALE, ORIN', firstSlip],
    // Only one of the two names, and by its full first name.
    ['Thessaly | Brandvold', 'BRANVOLD, THESALY', null],
    ['Thessaly | Brandvold', 'BRANVOLD, T', null],
    ['T | Brandvold', 'BRANVOLD, THESSALY', null],
    ['T | Brandvold', 'BRANVOLD, T', null],
    // From five letters on.
    ['Orrin | Dale', 'DAHL, ORRIN', null],
    ['Orla | Brandvold', 'BRANDVOLD, ORLI', null],
    // Middle names still count.
    ['Thessaly Ann | Brandvold', 'BRANVOLD, THESSALY A', surnameSlip],
    ['Thessaly Ann | Brandvold', 'BRANVOLD, THESSALY RUTH', null],
    ['Thessaly Ann | Brandvold', 'BRANDVOLD, THESALY RUTH', null],
    // One of several is enough, and the other is mentioned.
    ['Thessaly Ann Ruth | Brandvold', 'BRANVOLD, THESSALY ANN PAULA', `${surnameSlip} ${anotherMiddle}`],
    ['Thessaly Ann Ruth | Brandvold', 'BRANDVOLD, THESALY ANN PAULA', `${firstSlip} ${anotherMiddle}`],
    ['Thessaly Ann Ruth | Brandvold', 'BRANVOLD-DALE, THESSALY A PAULA', `${halfSlip} ${anotherInitial}`],
    ['Thessaly Ann Ruth | Brandvold', 'BRANVOLD, THESSALY PAULA JOAN', null],
    ['Thessaly Ann Ruth | Brandvold', 'BRANDVOLD, THESALY PAULA JOAN', null],
    // Double surnames, joined and second first names.
    ['Thessaly | Brandvold', 'BRANVOLD-DALE, THESSALY', halfSlip],
    ['Thessaly | Brandvold-Dale', 'BRANVOLD, THESSALY', halfSlip],
    ['Thessaly | Brandvold-Dale', 'BRANVOLD-DALE, THESSALY', surnameSlip],
    ['Thessaly | Brandvold-Dale', 'DALE-BRANDVOLD, THESALY', firstSlip],
    ['Thessaly | Brandvold-Dale', 'BRANDVOLD DALE THESALY', firstSlip],
    ['Lee Ann | Brandvold', 'BRANDVOLT, LEEANN', surnameSlip],
    ['Leeann | Brandvold', 'BRANDVOLD, LEE AN', firstSlip],
    ['Thessaly | Brandvold', 'BRANDVOLD, H THESALY', firstSlip],
    ['Reynaldo Jose | Brandvold', 'BRANDVOLD, G REYNALDO', null],
    // Stronger reasons come first.
    ['Thessaly | Brandvold', 'BRANVOLD, THESSALY & BRANDVOLD, T', sentences.initialInRecord],
  ])('%s and %s', (name, recorded, sentence) => {
    const alert = person(name, { typingSlips: true })
    const match = decideMatch(alert, record(recorded))
    expect(match ? withoutGrade(match.sentence) : null).toBe(sentence)
    if (!match) return
    expect(isFound(alert, record(recorded))).toBe(true)
    if (match.variant === 'typingSlips') expect(decideMatch(person(name), record(recorded))).toBeNull()
  })
})

describe('the former last name', () => {
  test.each<[name: string, variants: Partial<MatchOptions>, recorded: string, kind: keyof typeof sentences | null]>([
    ['Mary | Smith | Jones', {}, 'JONES, MARY', 'earlierName'],
    ['Mary | Smith | Jones', {}, 'SMITH, MARY', 'sameName'],
    ['Mary | Smith | Jones', {}, 'JONES, MARY & SMITH, MARY', 'sameName'],
    ['Mary | Smith | Jones', {}, 'JONES, M', 'earlierInitial'],
    ['Mary | Smith | Jones', { notByInitial: true }, 'JONES, M', null],
    ['Mary | Smith', {}, 'JONES, MARY', null],
    ['Mary Ann | Smith | Jones', {}, 'JONES, MARY RUTH', null],
    ['Mary | Smith | Jones-Dale', {}, 'DALE, MARY', 'earlierHalf'],
    ['Mary | Smith | Jones-Dale', {}, 'DALE-JONES, MARY', 'earlierTurned'],
    ['Robert | Smith | Jones', { nicknames: true }, 'JONES, BOB', 'earlierNickname'],
    ['Robert | Smith | Jones', {}, 'JONES, BOB', null],
    ['John | Smith | Jones', { soundAlikes: true }, 'JONES, JON', 'earlierSoundAlike'],
    ['Mary | Smith | Brandvold', { typingSlips: true }, 'BRANVOLD, MARY', 'earlierTypingSlip'],
    ['Thessaly | Smith | Jones', { typingSlips: true }, 'JONES, THESALY', 'earlierTypingSlipFirst'],
    ['Mary | Smith | Jones', { formerName: true }, 'DALE, MARY JONES', 'earlierFormerName'],
  ])('%s %j and %s: %s', (name, variants, recorded, kind) => {
    const alert = person(name, variants)
    const match = decideMatch(alert, record(recorded))
    expect(match ? withoutGrade(match.sentence) : null).toBe(kind && sentences[kind])
    if (kind) expect(isFound(alert, record(recorded))).toBe(true)
  })
})

describe('a former name', () => {
  test.each<[name: string, recorded: string, matches: boolean]>([
    ['Mary | Smith', 'JONES, MARY SMITH', true],
    ['Mary | Smith', 'JONES, MARY ANN SMITH', true],
    ['Mary Ann | Smith', 'JONES, MARY A SMITH', true],
    ['Mary Ann | Smith', 'JONES, MARY R SMITH', false],
    ['Mary Ann Ruth | Smith', 'JONES, MARY PAULA JOAN SMITH', false],
    ['Mary | Smith', 'JONES, MARY SMITH ANN', false],
    ['Mary | Smith', 'JONES, M SMITH', false],
    ['M | Smith', 'JONES, MARY SMITH', false],
    ['Mary | Smith', 'JONES, MARY S', false],
    ['Mary | Smith', 'JONES, RUTH SMITH', false],
  ])('%s and %s: %s', (name, recorded, matches) => {
    const alert = person(name, { formerName: true })
    const format = { nameOrder: 'LAST_FIRST' } as const
    const match = decideMatch(alert, record(recorded), format)
    const expected = matches ? { variant: 'formerName', sentence: sentences.formerName } : null
    expect(match?.variant === 'formerName' ? match : null).toEqual(expected && expect.objectContaining(expected))
    if (matches) expect(isFound(alert, record(recorded), format)).toBe(true)
    if (matches) expect(decideMatch(person(name), record(recorded), format)).toBeNull()
  })

  test('one of several middle names is enough, and the other is mentioned', () => {
    const alert = person('Mary Ann Ruth | Smith', { formerName: true })
    expect(decideMatch(alert, record('JONES, MARY ANN PAULA SMITH'))?.sentence).toBe(
      `${sentences.formerName} ${anotherMiddle}`,
    )
  })
})

/** One typing slip in a word, at a place and of a kind. */
function misspell(word: string, at: number, kind: number): string {
  const i = at % word.length
  const letter = String.fromCodePoint(65 + (at % 26))
  const made = [
    word.slice(0, i) + letter + word.slice(i + 1),
    word.slice(0, i) + word.slice(i + 1),
    word.slice(0, i) + letter + word.slice(i),
    word.slice(0, i) +
      word
        .slice(i, i + 2)
        .split('')
        .toReversed()
        .join('') +
      word.slice(i + 2),
  ]
  return made[kind % 4] ?? word
}

const longName = fc.stringMatching(/^[A-Z]{5,10}$/)
const slipCase = fc.record({
  first: longName,
  last: longName,
  at: fc.nat(500),
  kind: fc.nat(3),
  isSurname: fc.boolean(),
  tail: fc.constantFrom('', ' R', ' & MARY ANN'),
})

it('finds every slip by keys, and in a preview by the stored names', () => {
  fc.assert(
    fc.property(slipCase, ({ first, last, at, kind, isSurname, tail }) => {
      const written = isSurname ? [misspell(last, at, kind), first] : [last, misspell(first, at, kind)]
      const criteria = person(`${first} | ${last}`, { typingSlips: true })
      const alert = parseAlert(criteria, null)
      const read = parseRecord(record(`${written[0]}, ${written[1]}${tail}`), feedFormat({}), null)
      expect(decide(alert, read)).not.toBeNull()
      expect(alertKeys(alert).some((key) => [...recordKeys(read), ...recordSlipKeys(read)].includes(key))).toBe(true)
      if (decide(parseAlert({ ...criteria, variants: { ...criteria.variants, typingSlips: false } }, null), read))
        return
      const names = new Set<string>()
      visitNames(read, (name) => names.add(name))
      const held = new Set(misspelledWords(alert.people).filter((word) => names.has(word)))
      expect(previewKeys(alert, held).some((key) => recordKeys(read).includes(key))).toBe(true)
    }),
    { numRuns: 500, seed: 1 },
  )
})
