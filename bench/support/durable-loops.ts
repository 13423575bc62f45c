import type pg from 'pg'
import { Pool } from 'undici'
import { connect } from '#shared/node/platform/database/client.ts'
import { concurrentCalls } from '#worker/delivery/loop.ts'
import { call, messageFor } from '../limits/call.ts'
import type { BenchDatabase } from './database.ts'
import { inSets } from './in-sets.ts'
import { seconds } from './measure.ts'
import { byIndexes, commitCallsStatement, recordOutcomesStatement } from '../limits/notice-statements.ts'

const setSize = 50

type DurableLoops = {
  /**
   * Sends the notices and stores what became of them.
   * @returns notices per second
   */
  send(ids: number[], loops: number): Promise<number>
  end(): Promise<void>
}

/**
 * The limit of delivery: what its promises ask and nothing else. Each loop takes sets of 50, reads their state again and
 * commits their calls, makes the calls with message bytes made beforehand, and commits the outcomes. It claims nothing,
 * writes no message, and has one provider that always accepts.
 * @param sample a message of ours
 */
export function openDurableLoops(database: BenchDatabase, providerUrl: string, sample: () => string): DurableLoops {
  const { pool, end } = connect(database.url, { max: 4, settings: byIndexes })
  const provider = new Pool(providerUrl, { connections: concurrentCalls, pipelining: 1 })
  return {
    send: async (ids, loops) => {
      const messages = new Map(ids.map((id) => [id, Buffer.from(messageFor(sample(), id))]))
      const sets = inSets(ids, setSize)
      const taken = await seconds(() =>
        Promise.all(
          Array.from({ length: loops }, async () => {
            // Iterator helpers would close what the loops share.
            for (let next = sets.next(); !next.done; next = sets.next())
              await sendSet(pool, provider, next.value, messages)
          }),
        ),
      )
      return ids.length / taken
    },
    end: async () => {
      await provider.close()
      await end()
    },
  }
}

async function sendSet(
  pool: pg.Pool,
  provider: Pool,
  set: number[],
  messages: ReadonlyMap<number, Buffer>,
): Promise<void> {
  const { rows } = await pool.query<{ id: number }>({ ...commitCallsStatement, values: [set] })
  const called = await Promise.all(rows.map(({ id }) => call(provider, id, messages.get(id)!)))
  await pool.query({
    ...recordOutcomesStatement,
    values: [called.map(({ id }) => id), called.map(({ message }) => message), called.map(({ calledAt }) => calledAt)],
  })
}
