import { describe, expect, test } from 'vitest'
import { randomFrom } from '#scripts/made-up/random.ts'
import { listGivenNames, listSurnames } from './census.ts'
import { type Entered, isWideOnForm } from './entered.ts'
import { makePeople, makeRecord, type Writing } from './made-county.ts'
import { rewrite } from './noise-report.ts'
import { type JudgedRecord, measureNoise } from './noise.ts'
import { readPlainNames } from './plain-name.ts'

const toRecord = (name: string, ...people: Entered[]): JudgedRecord => ({
  document: { parties: [{ name }], parcels: [] },
  people,
})
const peter = { identity: 1, first: 'PETER', middles: [], last: 'MARSH' }
const patricia = { identity: 2, first: 'PATRICIA', middles: [], last: 'MARSH' }
const otherPeter = { ...peter, identity: 3 }

test('counts records of strangers, of namesakes and of the person by who is in them, not by how they are written', () => {
  const records = [
    toRecord('MARSH, PETER', peter),
    toRecord('MARSH, P', peter),
    toRecord('MARSH, PETRE', peter),
    toRecord('MARSH, PETER', otherPeter),
    toRecord('MARSH, P', patricia),
    toRecord('MARSH, PATRICIA', patricia),
    toRecord('MARSH HOMES LLC'),
  ]
  const { documents, tallies } = measureNoise(records, [peter], { nameOrder: 'LAST_FIRST' })
  expect(documents).toBe(7)
  expect(tallies[0]?.defaults).toMatchObject({
    strangers: { CERTAIN: 1, LIKELY: 0, POSSIBLE: 0 },
    byInitial: 1,
    namesakes: { CERTAIN: 1 },
    own: { CERTAIN: 2 },
    ownInFile: 3,
  })
  expect(tallies[0]?.narrow).toEqual(tallies[0]?.defaults)
  // The misspelled record is hers, and her name is too common to be sure of it.
  expect(tallies[0]?.wide).toMatchObject({ own: { CERTAIN: 2, LIKELY: 0, POSSIBLE: 1 } })
  expect([...(tallies[0]?.wide.kinds ?? [])]).toEqual([['CERTAIN by initial', 1]])
})

describe('a name written in another order', () => {
  test.each<[name: string, writing: Writing, written: string]>([
    ['MARSH,PETER Q', 'comma', 'MARSH,PETER Q'],
    ['MARSH,PETER Q', 'lastFirst', 'MARSH PETER Q'],
    ['MARSH,PETER Q', 'firstLast', 'PETER Q MARSH'],
    ['MARSH,PETER & HELEN', 'firstLast', 'PETER & HELEN MARSH'],
    ['MARSH,PETER & OKAFOR,HELEN', 'firstLast', 'MARSH PETER & OKAFOR HELEN'],
    ['MARSH, PETER HOMES LLC', 'firstLast', 'MARSH, PETER HOMES LLC'],
  ])('%s, %s', (name, writing, written) => expect(rewrite(name, readPlainNames(name), writing)).toBe(written))
})

test.each<[first: string, last: string, found: number | null, isWide: boolean]>([
  ['JOHN', 'SMITH', null, false],
  ['JOHN', 'SMITH', 3, true],
  ['JOHN', 'SMITH', 4, false],
  ['JOHN', 'BRANDVOLD-SMITH', null, false],
  ['THESSALY', 'BRANDVOLD', null, true],
  ['THESSALY', 'BRANDVOLD', 9, true],
])('an alert on %s %s with %s records begins wide as on the form: %s', (first, last, found, isWide) =>
  expect(isWideOnForm({ first, middles: [], last }, found)).toBe(isWide),
)

test('an invented county is the same each time, and every party of a person names one who is known', () => {
  const make = () => {
    const random = randomFrom(7)
    const people = makePeople(500, listSurnames(), listGivenNames(), random)
    return Array.from({ length: 200 }, () => makeRecord(people, 'comma', random))
  }
  const [first, second] = [make(), make()]
  expect(first).toEqual(second)
  expect(first.filter(({ people }) => people.length > 0).length).toBeGreaterThan(100)
  const named = first.flatMap(({ parties, people }) => people.map((person) => ({ parties, person })))
  const hasLetter = named.filter(({ parties, person }) =>
    parties.some(({ name }) => name?.includes(person.last.slice(0, 1))),
  )
  expect(hasLetter).toHaveLength(named.length)
})
