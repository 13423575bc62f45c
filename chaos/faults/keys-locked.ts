import { setTimeout as wait } from 'node:timers/promises'
import { locks } from '#shared/node/platform/database/locks.ts'
import { type FaultKind, noChoice } from './fault.ts'

/** Many polls of a fast worker: matching waits meanwhile. */
const heldMs = 3_000

/** Somebody holds the lock that every batch of records needs, such as an import that hangs. It ends with its session. */
export const keysLocked: FaultKind = {
  label: 'a session that keeps matching waiting',
  refuses: 'nobody',
  interruptsCalls: false,
  choosePlace: noChoice,
  targets: ({ database }) => [database],
  inject: ({ database }) =>
    database.asOwner(async (client) => {
      await client.query('select pg_advisory_lock($1)', [locks.alertKeys])
      await wait(heldMs)
    }),
}
