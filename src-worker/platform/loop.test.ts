import { expect, test } from 'vitest'
import { createLog } from '#shared/node/platform/log.ts'
import { startLoop } from './loop.ts'

const log = createLog('test', 'silent')
const never = 600_000

test('looks immediately, then again while there is more', async () => {
  const answers = [true, true, false]
  let looks = 0
  const loop = startLoop({ name: 'test', everyMs: never, log, step: async () => answers[looks++] ?? false })
  await expect.poll(() => looks).toBe(3)
  await loop.stop()
  expect(looks).toBe(3)
})

test('does not miss a wake-up during a look', async () => {
  let looks = 0
  const inHand = Promise.withResolvers<boolean>()
  const step = () => {
    looks += 1
    return looks === 1 ? inHand.promise : Promise.resolve(false)
  }
  const loop = startLoop({ name: 'test', everyMs: never, log, step })
  loop.wake()
  inHand.resolve(false)
  await expect.poll(() => looks).toBe(2)
  await loop.stop()
})

test('looks automatically, also after a look that threw', async () => {
  let looks = 0
  const step = async () => {
    looks += 1
    if (looks === 1) throw new Error('database away')
    return false
  }
  const loop = startLoop({ name: 'test', everyMs: 5, log, step })
  await expect.poll(() => looks).toBeGreaterThan(2)
  await loop.stop()
})

test('waits for the batch in hand when it stops', async () => {
  const inHand = Promise.withResolvers<boolean>()
  let finished = false
  const loop = startLoop({
    name: 'test',
    everyMs: never,
    log,
    step: () => inHand.promise.finally(() => (finished = true)),
  })
  const stopped = loop.stop()
  inHand.resolve(true)
  await stopped
  expect(finished).toBe(true)
})
