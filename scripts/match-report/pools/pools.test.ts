import path from 'node:path'
import { expect, test } from 'vitest'
import { randomAt } from '#scripts/made-up/random.ts'
import { givenNameShare, surnameShare } from '#shared/matching/tables/census.ts'
import { writeFile } from '#tests/helpers/write-file.ts'
import { makeOriginPool } from '../origins/origin-pool.ts'
import { origins } from '../origins/origins.ts'
import { makeCensusPool } from './census-pool.ts'
import { makeFolderPool } from './folder-pool.ts'
import { drawApart, type Pool, toNameWords } from './pool.ts'
import { makePlausible } from './pools.ts'

const pools: Pool[] = [makeCensusPool(), makeOriginPool()]

test.each(pools)('people of one text share no word: $name', (pool) => {
  for (let place = 0; place < 300; place++) {
    const people = drawApart(pool, 3, randomAt(7, place))
    const words = people.flatMap(({ first, middle, last }) => [first, middle, last].flatMap(toNameWords))
    expect(new Set(words).size).toBe(words.length)
    expect(people.every(({ first, last }) => /^[A-Z]+(?:[ -][A-Z]+)*$/.test(`${first} ${last}`))).toBe(true)
  }
})

test('romanized names have at least eight origins, each with its own', () => {
  expect(new Set(origins.map(({ title }) => title)).size).toBeGreaterThanOrEqual(8)
  for (const { women, men, surnames } of origins)
    for (const list of [women, men, surnames]) expect(new Set(list.trim().split(/\s+/)).size).toBeGreaterThanOrEqual(8)
})

test('some people have two last names, a particle or two first names', () => {
  const pool = makeOriginPool()
  const people = Array.from({ length: 2_000 }, (_, place) => pool.draw(randomAt(3, place)))
  for (const shape of [/^AL \w+$/, /^\w+ \w+$/, /^\w+-\w+$/, /^DE LA \w+$/])
    expect(people.some(({ last }) => shape.test(last))).toBe(true)
  expect(people.some(({ first }) => first.includes(' '))).toBe(true)
  expect(people.some(({ middle }) => middle === 'VAN')).toBe(true)
})

test('a name is plausible by its first word and its last', () => {
  const isPlausible = makePlausible(pools)
  expect(isPlausible('MARY ANN', 'DE LA TORRE')).toBe(true)
  expect(isPlausible('BRANDVOLDSEN', 'SMITH')).toBe(false)
  expect(isPlausible('MARY', 'THESSALYN')).toBe(false)
})

/** Two letters for each number, as the pool wants letters only. */
const toWord = (start: string, number: number) =>
  `${start}${String.fromCodePoint(65 + Math.floor(number / 26))}${String.fromCodePoint(65 + (number % 26))}`

test('a folder gives the names that the census list lacks, apart for the rows held out', () => {
  const rows = Array.from({ length: 600 }, (_, i) => `${i},2,"${toWord('QUO', i)}, ${toWord('XEV', i)} MARY"`)
  const lines = ['DOCUMENT ID,PARTY TYPE,NAME', '1,2,"SMITH, JOHN"', '1,2,TRUSTEE LLC', ...rows]
  const file = writeFile('parties.csv', lines.join('\n'))
  const [seen, heldOut] = [false, true].map((isHeldOutOnly) => makeFolderPool(isHeldOutOnly, path.dirname(file))!)
  for (const pool of [seen!, heldOut!]) {
    expect([...pool.surnames].every((name) => name.startsWith('QUO') && surnameShare(name) === 0)).toBe(true)
    expect([...pool.givenNames].every((name) => name.startsWith('XEV') && givenNameShare(name) === 0)).toBe(true)
  }
  expect([seen!.surnames.size, heldOut!.surnames.size]).toEqual([400, 200])
  expect(makeFolderPool(false, '/no-such-folder')).toBeNull()
})
