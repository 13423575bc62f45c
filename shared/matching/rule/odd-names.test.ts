import { describe, expect, test } from 'vitest'
import { decideMatch, feedFormat, isFound, person, record } from '#tests/matching/shorthand.ts'
import { parseRecord, recordKeys } from './parsed-record.ts'

const orders = [null, 'LAST_FIRST', 'FIRST_LAST'] as const
const words60 = Array.from({ length: 60 }, (_, i) => ['MARSH', 'PETER', 'OKAFOR', 'HELEN', 'Q'][i % 5]).join(' ')

describe('names of nothing but', () => {
  test.each([
    'DE LA',
    'VAN DER',
    'AL EL',
    'BIN',
    'DE',
    'VAN DI LE DO',
    'X',
    'A B',
    'Q & R',
    'TOD TOD TOD',
    'FBO FBO',
    'BY BY BY',
    'NEE- NEE-',
    '0 1 5 8',
    'A0B1C5D8',
    words60,
    `${words60} & ${words60}`,
    `${words60}, TRUSTEES OF THE ${words60} TRUST`,
  ])('%s: read in any order, with few keys', (name) => {
    for (const nameOrder of orders) {
      const keys = recordKeys(parseRecord(record(name), feedFormat({ nameOrder }), null))
      expect(keys.length).toBeLessThan(400)
      for (const key of keys) expect(key).toMatch(/^[a-z]+:[\p{L}\p{N} ]+$/u)
    }
  })
})

describe('a feed that states the wrong order', () => {
  test.each<[recorded: string, grade: string | null]>([
    ['THESSALY BRANDVOLD', 'POSSIBLE'],
    ['BRANDVOLD, THESSALY', 'CERTAIN'],
    ['THESSALY R BRANDVOLD', 'POSSIBLE'],
    ['PETER MARSH', null],
  ])('loses no rare name of an alert that collects possible matches: %s', (recorded, grade) => {
    const alert = person('Thessaly | Brandvold', { possible: true })
    const feed = { nameOrder: 'LAST_FIRST' } as const
    expect(decideMatch(alert, record(recorded), feed)?.grade ?? null).toBe(grade)
    if (grade !== null) expect(isFound(alert, record(recorded), feed)).toBe(true)
  })
})
