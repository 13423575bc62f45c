import { expect, test } from 'vitest'
import { createLog } from '#shared/node/platform/log.ts'
import type { Outcome } from './outcome.queries.ts'
import { createOutcomeQueue, recordBatch } from './record.ts'

const toOutcome = (id: number): Outcome => ({
  id,
  fence: 1,
  state: 'accepted',
  reason: '',
  possiblyTwice: false,
  waitMs: null,
  providerMessageId: null,
  call: null,
})
const log = createLog('test', 'silent')

test('takes a full batch without waiting', async () => {
  const queue = createOutcomeQueue()
  const batch = queue.take()
  for (let id = 0; id < 50; id++) queue.put(toOutcome(id))
  const next = new Promise((resolve) => setImmediate(resolve, 'still waiting'))
  expect(await Promise.race([batch, next])).toHaveLength(50)
})

test('lets a few outcomes wait for others, but not long', async () => {
  const queue = createOutcomeQueue()
  const batch = queue.take()
  queue.put(toOutcome(1))
  await new Promise(setImmediate)
  queue.put(toOutcome(2))
  expect((await batch).map(({ id }) => id)).toEqual([1, 2])
})

test('hands over the rest of a closed queue, then nothing', async () => {
  const queue = createOutcomeQueue()
  queue.put(toOutcome(1))
  queue.close()
  expect(await queue.take()).toHaveLength(1)
  expect(await queue.take()).toEqual([])
})

test('keeps outcomes and retries until the database accepts them', async () => {
  const answers = [() => Promise.reject(new Error('connection refused')), async () => 1]
  const written: number[] = []
  await recordBatch(
    [toOutcome(1)],
    async (batch) => {
      const answer = (await answers.shift()?.()) ?? 0
      written.push(batch.length)
      return answer
    },
    { log, isStopping: () => false },
  )
  expect([written, answers]).toEqual([[1], []])
})
