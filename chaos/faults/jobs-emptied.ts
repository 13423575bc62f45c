import { type FaultKind, noChoice } from './fault.ts'

/** Jobs only wake a worker up: losing all of them delays work and loses none. */
export const jobsEmptied: FaultKind = {
  label: 'loss of every job',
  refuses: 'nobody',
  interruptsCalls: false,
  choosePlace: noChoice,
  targets: ({ database }) => [database],
  inject: ({ database }) =>
    database.asOwner(async (client) => {
      await client.query('delete from pgboss.job')
    }),
}
