import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('serves the longest-waiting caller first, with at least what it asked for', async () => {
  const slots = createSemaphore(10)
  expect(await slots.acquire(8)).toBe(8)
  const order: string[] = []
  const big = slots.acquire(6, { atLeast: 5 }).then((taken) => order.push(`big ${taken}`))
  const small = slots.acquire(1).then((taken) => order.push(`small ${taken}`))
  slots.release(4)
  await big
  expect(order).toEqual(['big 6'])
  slots.release(1)
  await small
  expect(order).toEqual(['big 6', 'small 1'])
})

test('creates no extra slot when one is released twice', async () => {
  const slots = createSemaphore(3)
  slots.release(5)
  expect(await slots.acquire(10, { atLeast: 1 })).toBe(3)
  slots.release(3)
  await slots.whenIdle()
})

test('gives no slot to a caller whose time is up, and lets the others pass it', async () => {
  const slots = createSemaphore(3)
  await slots.acquire(2)
  const late = slots.acquire(3, { withinMs: 5 })
  const behind = slots.acquire(1)
  expect(await late).toBe(0)
  expect(await behind).toBe(1)
  slots.release(3)
  expect(await slots.acquire(3, { withinMs: 5 })).toBe(3)
})
