import type { BenchDatabase } from '../support/database.ts'
import { inSets } from '../support/in-sets.ts'
import { seconds } from '../support/measure.ts'
import { openMailSender } from './mail-sender.ts'

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
 * commits their calls, writes the messages, makes the calls, and commits the outcomes. It claims nothing, and has one
 * provider that always accepts.
 */
export function openDurableLoops(database: BenchDatabase, providerUrl: string): DurableLoops {
  const sender = openMailSender(database.url, providerUrl, 4)
  return {
    send: async (ids, loops) => {
      const sets = inSets(ids, setSize)
      const taken = await seconds(() =>
        Promise.all(
          Array.from({ length: loops }, async () => {
            // Iterator helpers would close what the loops share.
            for (let next = sets.next(); !next.done; next = sets.next()) await sender.send(next.value)
          }),
        ),
      )
      return ids.length / taken
    },
    end: sender.end,
  }
}
