import type { Client } from 'pg'
import { type FaultKind, noChoice } from './fault.ts'

/** @param owner a connection of the owner of the tables, which stays */
export async function endConnections(owner: Client): Promise<void> {
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'app'`)
}

/** As a failover of a proxy, or an administrator's pg_terminate_backend, does it. */
export const connectionsEnded: FaultKind = {
  label: 'end of every database connection',
  refuses: 'every server',
  interruptsCalls: true,
  choosePlace: noChoice,
  targets: ({ database }) => [database],
  inject: ({ database }) => database.asOwner(endConnections),
}
