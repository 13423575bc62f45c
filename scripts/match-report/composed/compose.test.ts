import { describe, expect, test } from 'vitest'
import { makeOriginPool } from '../origins/origin-pool.ts'
import { makeCensusPool } from '../pools/census-pool.ts'
import type { Someone } from '../spoilers/spoiler.ts'
import { listWrongAlerts } from './alerts.ts'
import { composeText, type MadeText, textPatterns } from './compose.ts'
import { joinLast, type Pair } from './text-pattern.ts'

test('48 patterns, each with a name of its own', () => {
  expect(new Set(textPatterns.map(({ name }) => name)).size).toBe(48)
})

describe.each([makeCensusPool(), makeOriginPool()])('with names from the pool $name', (pool) => {
  test.each(textPatterns)('$name: everyone named is in the text', (pattern) => {
    for (let place = 0; place < 20; place++) {
      const { text, named, order } = composeText(pattern, pool, 11, place)
      const words = ` ${text.replaceAll(/[^A-Z]+/g, ' ')} `
      for (const { first, last } of named)
        for (const name of [first, last]) expect(words).toContain(` ${name.replaceAll('-', ' ')} `)
      expect(named.length).toBeGreaterThan(0)
      expect(order === null).toBe(place % 2 === 1)
    }
  })
})

const peter: Someone = { first: 'PETER', middle: 'Q', last: 'MARSH' }
const helen: Someone = { first: 'HELEN', middle: 'ROY', last: 'OKAFOR' }
const toPair = ({ first, last }: Someone): Pair => ({ first, last })
const list = (made: Partial<MadeText>, isPlausible = true) =>
  listWrongAlerts(
    {
      text: 'MARSH, PETER Q & OKAFOR, HELEN ROY',
      named: [peter, helen].map(toPair),
      people: [peter, helen],
      order: 'LAST_FIRST',
      pattern: textPatterns.find(({ writing }) => writing === 'comma')!,
      ...made,
    },
    () => isPlausible,
  ).map(({ first, last }) => `${first} ${last}`)

const mixed = ['PETER OKAFOR', 'HELEN MARSH']
const ofLasts = ['MARSH OKAFOR', 'OKAFOR MARSH']
const spoken = textPatterns.find(({ writing }) => writing === 'firstLast')!

test.each<[what: string, made: Partial<MadeText>, isPlausible: boolean, wrong: string[]]>([
  ['two names', {}, true, [...mixed, 'MARSH PETER', 'OKAFOR HELEN', 'OKAFOR ROY', ...ofLasts]],
  ['nothing plausible', {}, false, mixed],
  [
    'no order stated, with a comma',
    { order: null },
    true,
    [...mixed, 'MARSH PETER', 'OKAFOR HELEN', 'OKAFOR ROY', ...ofLasts],
  ],
  ['no order stated, without one', { order: null, pattern: spoken }, true, [...mixed, ...ofLasts]],
  ['one within a trust', { eitherOrder: [peter] }, true, [...mixed, 'OKAFOR HELEN', 'OKAFOR ROY', ...ofLasts]],
  ['a reading that is allowed', { allowed: [{ first: 'HELEN', last: 'MARSH' }] }, false, ['PETER OKAFOR']],
  ['one after C/O', { named: [toPair(peter)], absent: [toPair(helen)] }, false, [...mixed, 'HELEN OKAFOR']],
  [
    'one last name',
    { text: 'MARSH, PETER Q & HELEN ROY', named: [peter, { ...helen, last: 'MARSH' }].map(toPair) },
    false,
    [],
  ],
])('who must not be found: %s', (_what, made, isPlausible, wrong) => {
  expect(list(made, isPlausible).toSorted()).toEqual(wrong.toSorted())
})

test.each([
  ['MARSH', 'MARSH'],
  ['MARSH OKAFOR', 'MARSH-OKAFOR'],
  ['MARSH-OKAFOR', 'MARSH-OKAFOR'],
  ['AL MARSH', 'AL MARSH'],
  ['DE LA TORRE', 'DE LA TORRE'],
  ['DE LA TORRE MARSH', 'DE LA TORRE-MARSH'],
  ['MARSH DE LA TORRE', 'MARSH'],
])('without a comma the last name %s is written %s', (last, written) => {
  expect(joinLast({ ...peter, last }).last).toBe(written)
})
