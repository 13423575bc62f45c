import { describe, expect, test } from 'vitest'
import { isSameName, type PlainName, readPlainNames } from './plain-name.ts'

const name = (text: string): PlainName => {
  const [first = '', ...middles] = text.split(' ')
  return { first, middles: middles.slice(0, -1), last: middles.at(-1) ?? '' }
}

describe('the plain reader', () => {
  test.each<[text: string, ...people: string[]]>([
    ['MARSH,PETER Q', 'PETER Q MARSH'],
    ['MARSH,PETER Q & HELEN', 'PETER Q MARSH', 'HELEN MARSH'],
    ['MARSH,PETER & OKAFOR,HELEN C', 'PETER MARSH', 'HELEN C OKAFOR'],
    ['MARSH, PETER Q JR', 'PETER Q MARSH'],
    ['MARSH, PETER TRUST', 'PETER MARSH'],
    ['PETER MARSH'],
    ['MARSH HOMES LLC'],
    ['MARSH, HOMES LLC'],
    [''],
  ])('%s', (text, ...people) => expect(readPlainNames(text)).toEqual(people.map(name)))
})

describe('the same name', () => {
  test.each<[entered: string, other: string, same: boolean]>([
    ['Peter Marsh', 'PETER MARSH', true],
    ['Peter Marsh', 'PETER Q MARSH', true],
    ['Peter Q Marsh', 'PETER MARSH', true],
    ['Peter Quentin Marsh', 'PETER Q MARSH', true],
    ['Peter Quentin Marsh', 'PETER R MARSH', false],
    ['Peter Quentin Marsh', 'PETER QUINN MARSH', false],
    ['Peter Marsh', 'P MARSH', false],
    ['Peter Marsh', 'PETE MARSH', false],
    ['Peter Marsh', 'PETER MARSHE', false],
    ["Peter O'Neil", 'PETER ONEIL', true],
    ['José Marsh', 'JOSE MARSH', true],
  ])('%s and %s', (entered, other, same) => expect(isSameName(name(entered), name(other))).toBe(same))
})
