import net from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { createLog } from '../log.ts'
import { startJobSender } from '../queue/queue.ts'
import { connect } from './client.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** A route to the database whose cable can be pulled: traffic stops, and neither side learns of it. */
async function openWire(target: URL) {
  const ends: net.Socket[] = []
  const state = { pulled: false }
  const server = net.createServer((near) => {
    if (state.pulled) return void ends.push(near)
    const far = net.connect(Number(target.port), target.hostname)
    ends.push(near, far)
    for (const end of [near, far]) end.on('error', () => {})
    near.on('data', (data) => state.pulled || far.write(data))
    far.on('data', (data) => state.pulled || near.write(data))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const through = new URL(target)
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as net.AddressInfo).port)
  return {
    url: through.href,
    pull: () => void (state.pulled = true),
    mend: () => void (state.pulled = false),
    close: () => {
      for (const end of ends) end.destroy()
      server.close()
    },
  }
}

test('fails a query and a transaction on a dead connection, and finds a new one for later calls', async () => {
  const wire = await openWire(new URL(database.appUrl))
  const { db, pool, end } = connect(wire.url, { max: 2, silentMs: 500 })
  try {
    const go = Promise.withResolvers<void>()
    const begin = () => {
      const inside = Promise.withResolvers<void>()
      const transaction = db.transaction().execute(async (tx) => {
        await tx.selectFrom('setting').selectAll().execute()
        inside.resolve()
        await go.promise
        await tx.selectFrom('setting').selectAll().execute()
      })
      const failed = expect(transaction).rejects.toThrow()
      return Promise.race([inside.promise.then(() => ({ failed })), transaction.then(() => ({ failed }))])
    }
    // A busy machine may be silent for this long, too.
    const { failed } = await vi.waitFor(begin, 60_000)
    wire.pull()
    go.resolve()
    await failed
    await expect(pool.query('select 1')).rejects.toThrow()
    wire.mend()
    await vi.waitFor(async () => expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]), 60_000)
  } finally {
    await end()
    wire.close()
  }
})

test('fails a job sent on a dead connection instead of waiting forever', async () => {
  const wire = await openWire(new URL(database.appUrl))
  const { enqueue, stop } = await vi.waitFor(() => startJobSender(wire.url, createLog('test', 'silent'), 500), 60_000)
  try {
    await vi.waitFor(() => enqueue(null, 'wakeMatching', {}), 60_000)
    wire.pull()
    await expect(enqueue(null, 'wakeMatching', {})).rejects.toThrow()
    wire.mend()
    await vi.waitFor(() => enqueue(null, 'wakeMatching', {}), 60_000)
  } finally {
    await stop()
    wire.close()
  }
})
