import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomAt } from '#scripts/made-up/random.ts'
import { procedures } from '#tests/helpers/procedures.ts'
import { plainRoutes } from '../../access/expected/routes.ts'
import { plainDoors } from '../calls/plain-calls.ts'
import { reduceInput } from '../reduce.ts'
import { valuesOf } from './from-schema.ts'
import { describeInput, findInput } from './input-schema.ts'
import { spoil, toJson } from './nonsense.ts'

const inputs = Object.keys(procedures).flatMap((name) => {
  const schema = findInput(name)
  return schema ? [[name, schema] as const] : []
})

describe('what a schema describes', () => {
  // Rules beyond a schema's reach refuse some; a description that misses the schema would fail them all.
  test.each(inputs)('is accepted by %s', (name, schema) => {
    const draw = (numRuns: number) => fc.sample(valuesOf(describeInput(name) ?? {}), { seed: 7, numRuns })
    // Most need few.
    expect([10, 300].some((many) => draw(many).some((value) => schema.safeParse(value).success))).toBe(true)
  })

  test('is the same for the same seed', () => {
    const draw = () => fc.sample(valuesOf(describeInput('userView.saveAlert') ?? {}), { seed: 7, numRuns: 5 })
    expect(draw()).toEqual(draw())
  })
})

test('JSON holds what JSON.stringify cannot write', () => {
  expect(toJson({ a: '@raw:1e999@', b: ['@raw:{"id":1,"id":2}@'] })).toBe('{"a":1e999,"b":[{"id":1,"id":2}]}')
})

test('a spoiled value differs from the given one, which stays as it was', () => {
  const given = { id: 7, name: 'House', list: [{ value: 'a' }] }
  const before = structuredClone(given)
  const spoiled = Array.from({ length: 50 }, (_, place) => spoil(given, randomAt(3, place), () => 'nonsense'))
  expect(spoiled.filter((value) => toJson(value) === toJson(given))).toEqual([])
  expect(given).toEqual(before)
})

test('a failing input is reduced to what fails', async () => {
  const fails = async (value: unknown) => toJson(value).includes('x')
  const given = { a: [1, 2, { b: 'a box' }], c: 'many words', d: null }
  expect(await reduceInput(given, fails)).toEqual({ a: [{ b: 'x' }] })
})

test('every route without a procedure is called', () => {
  expect(Object.keys(plainDoors).toSorted()).toEqual(Object.keys(plainRoutes).toSorted())
})
