import { expect, test } from 'vitest'
import { z } from 'zod'
import { listUpTo } from './list-up-to.ts'

const list = listUpTo(3, z.array(z.strictObject({ value: z.string() })))
const problems = (given: unknown) => list.safeParse(given).error?.issues.map(({ message, path }) => [path, message])

test('reports one problem for a list that is too long, and looks at none of its items', () => {
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

test('validates each item of a list that is short enough', () => {
  expect(list.parse([{ value: 'a' }, { value: 'b' }, { value: 'c' }])).toHaveLength(3)
  expect(problems([{ value: 'a' }, { value: 1 }])?.[0]?.[0]).toEqual([1, 'value'])
})

test.each([null, undefined, {}, 'abcdef', 7])('refuses %o, which is not a list', (given) => {
  expect(list.safeParse(given).error?.issues).toMatchObject([{ code: 'invalid_type', expected: 'array' }])
})
