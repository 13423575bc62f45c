import { anyServer, type FaultKind, pickProcess } from './fault.ts'

export const serverKilled: FaultKind = {
  label: 'kill -9 of a server',
  refuses: 'its server',
  interruptsCalls: false,
  choosePlace: anyServer,
  targets: ({ servers }, place) => [pickProcess(servers, place)],
  inject: ({ servers }, place) => pickProcess(servers, place).restart('SIGKILL'),
}
