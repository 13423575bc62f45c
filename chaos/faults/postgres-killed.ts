import { type FaultKind, noChoice } from './fault.ts'

export const postgresKilled: FaultKind = {
  label: 'kill -9 of PostgreSQL',
  refuses: 'every server',
  interruptsCalls: true,
  choosePlace: noChoice,
  targets: ({ database }) => [database],
  inject: ({ database }) => database.restart('SIGKILL'),
}
