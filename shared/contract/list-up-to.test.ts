import { expect, test } from 'vitest'
import { z } from 'zod'
import { listUpTo } from './list-up-to.ts'

const list = listUpTo(3, z.array(z.strictObject({ value: z.string() })))
const problems = (given: unknown) => list.safeParse(given).error?.issues.map(({ message, path }) => [path, message])

test('a list that is too long is one problem, and none of its items is looked at', () => {
  let looked = 0
  const items = Array.from({ length: 100_000 }, () => ({
    get value() {
      looked += 1
      return 'a'
    },
  }))
  expect(problems(items)).toEqual([[[], 'Up to 3.']])
  expect(looked).toBe(0)
})

test('one that is short enough is read item by item', () => {
  expect(list.parse([{ value: 'a' }, { value: 'b' }, { value: 'c' }])).toHaveLength(3)
  expect(problems([{ value: 'a' }, { value: 1 }])?.[0]?.[0]).toEqual([1, 'value'])
})

test.each([null, undefined, {}, 'abcdef', 7])('%o is no list', (given) => {
  expect(list.safeParse(given).error?.issues).toMatchObject([{ code: 'invalid_type', expected: 'array' }])
})
