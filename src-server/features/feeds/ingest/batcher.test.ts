import { expect, test } from 'vitest'
import type { EventRow } from '../records/event.queries.ts'
import { createBatcher } from './batcher.ts'
import type { Exceptions } from './store-events.ts'

const row = (id: string, hash = id) => ({ feed_id: 1, document_id: id, content_hash: hash }) as EventRow
const nothing: Exceptions = new Map()

/** A store whose batches the test sees and ends. */
function slowStore() {
  const batches: { ids: string[]; end(exceptions?: Exceptions): void; fail(error: Error): void }[] = []
  const store = (rows: EventRow[]) =>
    new Promise<Exceptions>((resolve, reject) =>
      batches.push({ ids: rows.map((one) => one.document_id), end: (some = nothing) => resolve(some), fail: reject }),
    )
  return { batches, store }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))
const patient = { maxBatch: 3, maxInFlight: 2, maxWaitMs: 60_000 }

test('stores the events of one turn in one sorted batch, and those that arrive during the write in the next', async () => {
  const { batches, store } = slowStore()
  const gather = createBatcher(store, patient)
  const first = [gather(row('B')), gather(row('A'))]
  await turn()
  const next = ['C', 'D', 'E', 'F'].map((id) => gather(row(id)))
  await turn()
  expect(batches.map(({ ids }) => ids)).toEqual([['A', 'B']])
  batches[0]!.end(new Map([['1:A', 'duplicate']]))
  expect(await Promise.all(first)).toEqual(['accepted', 'duplicate'])
  await turn()
  // No more than fit into a batch.
  expect(batches[1]!.ids).toEqual(['C', 'D', 'E'])
  batches[1]!.end()
  expect(await Promise.all(next.slice(0, 3))).toEqual(['accepted', 'accepted', 'accepted'])
  await turn()
  batches[2]!.end()
  expect(await next[3]).toBe('accepted')
})

test('the same content joins the batch; other content of the document waits for the next', async () => {
  const { batches, store } = slowStore()
  const gather = createBatcher(store, patient)
  const [first, same, other] = [gather(row('A', '1')), gather(row('A', '1')), gather(row('A', '2'))]
  await turn()
  batches[0]!.end()
  expect(await Promise.all([first, same])).toEqual(['accepted', 'duplicate'])
  await turn()
  batches[1]!.end(new Map([['1:A', 'revised']]))
  expect(await other).toBe('revised')
})

test('a delayed batch does not delay the next for long', async () => {
  const { batches, store } = slowStore()
  const gather = createBatcher(store, { ...patient, maxWaitMs: 1 })
  const held = gather(row('A'))
  await turn()
  const next = gather(row('B'))
  await expect.poll(() => batches.length).toBe(2)
  batches[1]!.end()
  expect(await next).toBe('accepted')
  batches[0]!.end()
  expect(await held).toBe('accepted')
})

test('a failure rejects only the events of its batch', async () => {
  const { batches, store } = slowStore()
  const gather = createBatcher(store, patient)
  const lost = gather(row('A'))
  await turn()
  const next = gather(row('B'))
  batches[0]!.fail(new Error('connection lost'))
  await expect(lost).rejects.toThrow('connection lost')
  await turn()
  batches[1]!.end()
  expect(await next).toBe('accepted')
})
