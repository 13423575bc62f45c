import { expect, test } from 'vitest'
import { type FiguresBySet, findRises } from './figures.ts'

const committed: FiguresBySet = {
  'a city’s index': { names: 100, invented: 1, unreadable: 3 },
  'old deeds': { names: 16, invented: 0, unreadable: 1 },
}
const change = (index: Partial<FiguresBySet[string]>): FiguresBySet => ({
  ...committed,
  'a city’s index': { names: 100, invented: 1, unreadable: 3, ...index },
})

test.each<[what: string, measured: FiguresBySet]>([
  ['the same counts', committed],
  ['nobody invented', change({ invented: 0 })],
  ['fewer unreadable names', change({ unreadable: 2 })],
])('passes: %s', (_what, measured) => expect(findRises(committed, measured)).toEqual([]))

const { 'old deeds': deeds = { names: 0, invented: 0, unreadable: 0 } } = committed
test.each<[what: string, measured: FiguresBySet, sentence: string]>([
  ['one more invented', change({ invented: 2 }), 'a city’s index: 2 names with an invented person, committed are 1.'],
  ['one more unreadable', change({ unreadable: 4 }), 'a city’s index: 4 unreadable names, committed are 3.'],
  ['other names', change({ names: 99 }), 'a city’s index: 99 names, but the committed figures are of 100.'],
  ['a set that is gone', { 'old deeds': deeds }, 'a city’s index: not found.'],
  ['a set without figures', { ...committed, more: deeds }, 'more: no figures are committed.'],
])('fails: %s', (_what, measured, sentence) => expect(findRises(committed, measured)).toEqual([sentence]))
