import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('who waits longest is served first, with at least what they asked for', async () => {
  const places = createSemaphore(10)
  expect(await places.acquire(8)).toBe(8)
  const order: string[] = []
  const big = places.acquire(6, 5).then((taken) => order.push(`big ${taken}`))
  const small = places.acquire(1).then((taken) => order.push(`small ${taken}`))
  places.release(4)
  await big
  expect(order).toEqual(['big 6'])
  places.release(1)
  await small
  expect(order).toEqual(['big 6', 'small 1'])
})

test('giving twice makes no more places than there are', async () => {
  const places = createSemaphore(3)
  places.release(5)
  expect(await places.acquire(10, 1)).toBe(3)
  places.release(3)
  await places.whenIdle()
})
