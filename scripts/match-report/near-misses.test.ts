import { expect, test } from 'vitest'
import { defaultFeedFormat } from '#shared/matching/public.ts'
import { findNearMisses } from './near-misses.ts'

const miss = (name: string, first: string, last: string, ...middles: string[]) =>
  findNearMisses([[name]], [{ first, middles, last }], defaultFeedFormat).map(({ reason }) => reason)

test.each<[name: string, first: string, last: string, middle: string, reason: string]>([
  ['MARSH, PETER', 'MARSH', 'PETER', '', 'the other way around'],
  ['MARSH, ANN HELEN', 'HELEN', 'MARSH', '', 'the first name is read as a middle name'],
  ['MARSH, PETER OKAFOR', 'PETER', 'OKAFOR', '', 'the last name is read as a given name'],
  ['MARSH, PETER Q', 'PETER', 'MARSH', 'ROY', 'the middle names differ'],
  ['PETER MARSH HOMES LLC', 'PETER', 'MARSH', '', 'nobody is read in it (business)'],
])('%s for %s %s', (name, first, last, middle, reason) =>
  expect(miss(name, first, last, ...(middle === '' ? [] : [middle]))).toEqual([reason]),
)

test.each([
  ['a match', 'MARSH, PETER', 'PETER', 'MARSH'],
  ['words of two parts', 'MARSH, PETER & OKAFOR, HELEN', 'HELEN', 'MARSH'],
  ['one word for both names', 'LEE, PETER', 'LEE', 'LEE'],
  ['only one of the words', 'MARSH, PETER', 'PETER', 'OKAFOR'],
])('%s is no near miss', (_what, name, first, last) => expect(miss(name, first, last)).toEqual([]))
