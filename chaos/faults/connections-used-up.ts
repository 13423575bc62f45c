import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { endConnections } from './connections-ended.ts'
import { type FaultKind, noChoice } from './fault.ts'

const holdMs = 3_000

/** Another program takes every free connection after the program's own were ended: it cannot get them back. */
export const connectionsUsedUp: FaultKind = {
  label: 'no free database connection',
  refuses: 'every server',
  interruptsCalls: true,
  choosePlace: noChoice,
  targets: ({ database }) => [database],
  inject: ({ database }) =>
    database.asOwner(async (owner) => {
      const taken: Client[] = []
      const end = performance.now() + holdMs
      try {
        await endConnections(owner)
        while (performance.now() < end) {
          const client = new Client({ connectionString: database.embedded.appUrl(), connectionTimeoutMillis: 1_000 })
          client.on('error', () => {})
          const isTaken = await client.connect().then(
            () => true,
            () => false,
          )
          if (isTaken) taken.push(client)
          else await wait(20)
        }
      } finally {
        await Promise.all(taken.map((client) => client.end().catch(() => {})))
      }
    }),
}
