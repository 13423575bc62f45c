import { type FaultKind, noChoice } from './fault.ts'

/** As an operator does it: SIGTERM, one after the other. No caller may notice. */
export const serversRestarted: FaultKind = {
  label: 'gentle restart of the servers in turn',
  refuses: 'nobody',
  interruptsCalls: false,
  choosePlace: noChoice,
  targets: ({ servers }) => servers,
  inject: async ({ servers }) => {
    for (const server of servers) await server.restart('SIGTERM')
  },
}
