import { type FaultKind, noChoice } from './fault.ts'

/** A fast shutdown: PostgreSQL breaks off what runs, and starts again. */
export const postgresRestarted: FaultKind = {
  label: 'restart of PostgreSQL',
  refuses: 'every server',
  interruptsCalls: true,
  choosePlace: noChoice,
  targets: ({ database }) => [database],
  inject: ({ database }) => database.restart('SIGINT'),
}
