import { expect, test } from 'vitest'
import { slots } from './slots.ts'

test('who waits longest is served first, with at least what they asked for', async () => {
  const places = slots(10)
  expect(await places.take(8)).toBe(8)
  const order: string[] = []
  const big = places.take(6, 5).then((taken) => order.push(`big ${taken}`))
  const small = places.take(1).then((taken) => order.push(`small ${taken}`))
  places.give(4)
  await big
  expect(order).toEqual(['big 6'])
  places.give(1)
  await small
  expect(order).toEqual(['big 6', 'small 1'])
})

test('giving twice makes no more places than there are', async () => {
  const places = slots(3)
  places.give(5)
  expect(await places.take(10, 1)).toBe(3)
  places.give(3)
  await places.allFree()
})
