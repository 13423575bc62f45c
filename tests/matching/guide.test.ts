import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Criteria } from '#shared/contract/alert.ts'
import { business, decideMatch, person, record } from './shorthand.ts'

/** The tables of examples in the guide, held against the rule. */
const guide = fs.readFileSync(path.join(import.meta.dirname, '../../docs/matching.md'), 'utf8')

/** 'Marsh, Peter Quentin' as a person's alert. */
function toPerson(text: string): Criteria {
  const [last = '', given = ''] = text.split(',').map((part) => part.trim())
  return person(`${given} | ${last}`)
}

function rowsBelow(heading: string): string[][] {
  const rows: string[][] = []
  let isInside = false
  for (const line of guide.split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim())
    if (cells[1] === heading) isInside = true
    else if (!line.startsWith('|')) isInside = false
    else if (isInside && !line.startsWith('|---')) rows.push(cells.slice(1, -1))
  }
  return rows
}

const kinds = [
  { heading: 'alert (last name, first and middle names)', toCriteria: toPerson, least: 25 },
  { heading: 'alert (business or trust)', toCriteria: business, least: 8 },
]

describe.each(kinds)('examples: $heading', ({ heading, toCriteria, least }) => {
  const rows = rowsBelow(heading)
  test('are there', () => expect(rows.length).toBeGreaterThanOrEqual(least))

  test.each(rows)('%s in %s: %s', (alert, name, result) => {
    const match = decideMatch(toCriteria(alert), record(name))
    expect(match !== null).toBe(result.startsWith('match'))
    expect(match?.byInitialOnly ?? false).toBe(result.includes('initial only'))
    expect(match?.otherLegalForm ?? false).toBe(result.includes('another legal form'))
  })
})

describe('examples of grades', () => {
  const rows = rowsBelow('alert with every option')
  test('are there', () => expect(new Set(rows.map(([, , grade]) => grade)).size).toBe(3))

  test.each(rows)('%s in %s: %s', (alert, name, grade) => {
    const every = { nicknames: true, soundAlikes: true, typingSlips: true, formerName: true, possible: true }
    const criteria = toPerson(alert)
    const match = decideMatch({ ...criteria, variants: { ...criteria.variants, ...every } }, record(name))
    expect(match?.grade).toBe(grade.toUpperCase())
  })
})

const options: [option: string, criteria: Criteria, name: string][] = [
  ['Nicknames', person('Robert | Marsh', { nicknames: true }), 'MARSH, BOB'],
  ['Sound-alikes', person('Peter | Smith', { soundAlikes: true }), 'SMYTH, PETER'],
  ['Typos', person('Peter | Marsh', { typingSlips: true }), 'MARHS, PETER'],
  ['Old name kept as a middle name', person('Helen | Marsh', { formerName: true }), 'OKAFOR, HELEN MARSH'],
  ['All words', business('Harbor Ledger', { allWords: true }), 'GREATER HARBOR LEDGER LLC'],
]
test.each(options)('the option %s finds its example, and the default rule does not', (option, criteria, name) => {
  expect(guide).toContain(`| ${option} |`)
  expect(decideMatch(criteria, record(name))).not.toBeNull()
  const variants = { nicknames: false, soundAlikes: false, typingSlips: false, formerName: false, allWords: false }
  const without: Criteria = { ...criteria, variants: { ...criteria.variants, ...variants } }
  expect(decideMatch(without, record(name))).toBeNull()
})
