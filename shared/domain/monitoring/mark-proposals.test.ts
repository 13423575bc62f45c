import { describe, expect, test } from 'vitest'
import { type AnswerRow, comparedMarks, proposeMarks } from './mark-proposals.ts'

const today = 0.1
/** The step of a pair whose more common name is expected so often. */
const pair = (expected: number) => comparedMarks.filter((mark) => expected > mark).length
const row = (answers: number, notMe: number, changes: Partial<AnswerRow> = {}): AnswerRow => ({
  cause: 'typingSlip',
  band: 'tenth',
  grade: 'LIKELY',
  pairStep: pair(0.03),
  answers,
  notMe,
  ...changes,
})
const possible = { grade: 'POSSIBLE' } as const

describe('what answers suggest about the mark for rare names', () => {
  test.each<[what: string, rows: AnswerRow[], expected: object]>([
    [
      'a lower one, if most of what it moves was not about the reader',
      [row(60, 5, { pairStep: pair(0.03) }), row(60, 40, { pairStep: pair(0.07) })],
      { kind: 'lower', mark: 0.05, moved: { answers: 60, notMe: 40 }, answers: 120, notMe: 45 },
    ],
    [
      'the nearest of several that move the same',
      [row(60, 5, { pairStep: pair(0.005) }), row(60, 40, { pairStep: pair(0.07) })],
      { kind: 'lower', mark: 0.05 },
    ],
    [
      'the one that spares the most, while half of it was not about the reader',
      [row(60, 40, { pairStep: pair(0.03) }), row(60, 40, { pairStep: pair(0.07) })],
      { kind: 'lower', mark: 0.02, moved: { answers: 120, notMe: 80 } },
    ],
    [
      'possible matches for alerts that do not collect them, if today’s mark would move the most',
      [row(20, 0), row(100, 62, { pairStep: pair(4) })],
      { kind: 'collect', mark: today, moved: { answers: 100, notMe: 62 } },
    ],
    [
      'a higher one, if nearly all of what it moves was about the reader',
      [
        row(60, 5),
        row(60, 6, { ...possible, pairStep: pair(0.15) }),
        row(60, 30, { ...possible, pairStep: pair(0.3) }),
      ],
      { kind: 'raise', mark: 0.2, moved: { answers: 60, notMe: 6 } },
    ],
    ['none, if most was about the reader', [row(120, 30)], { kind: 'keep', answers: 120, notMe: 30 }],
    ['none, if too few would move', [row(120, 5), row(9, 9, { pairStep: pair(0.07) })], { kind: 'keep' }],
    [
      'none, if too few possible ones would move',
      [row(120, 5), row(9, 0, { ...possible, pairStep: pair(0.15) })],
      { kind: 'keep' },
    ],
    ['nothing about other causes', [row(120, 80, { cause: 'fullName', grade: 'CERTAIN' })], { kind: 'noMark' }],
    ['nothing about answers whose pair is unknown', [row(120, 80, { pairStep: null })], { kind: 'keep' }],
  ])('is %s', (_what, rows, expected) => {
    expect(proposeMarks(rows, today)).toEqual([expect.objectContaining(expected)])
  })

  test('waits for 100 answers of one cause and band', () => {
    expect(proposeMarks([row(99, 80)], today)).toEqual([])
    expect(proposeMarks([row(60, 50), row(60, 50, { band: 'one' })], today)).toEqual([])
    expect(proposeMarks([row(60, 50), row(60, 50, { cause: 'nickname' })], today)).toEqual([])
    expect(proposeMarks([row(60, 50), row(60, 50, { grade: null })], today)).toEqual([])
    expect(proposeMarks([row(60, 50), row(40, 30)], today)).toHaveLength(1)
  })

  test('has the order of the causes and bands', () => {
    const rows = [row(100, 1, { band: 'ten' }), row(100, 1), row(100, 1, { cause: 'nickname', band: null })]
    expect(proposeMarks(rows, today).map(({ cause, band }) => [cause, band])).toEqual([
      ['nickname', null],
      ['typingSlip', 'tenth'],
      ['typingSlip', 'ten'],
    ])
  })

  test('compares today’s mark with others', () => expect(comparedMarks).toContain(today))
})
