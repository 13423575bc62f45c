import { anyServer, type FaultKind, pickProcess } from './fault.ts'

/** Longer than a balancer waits for /readyz, shorter than a recorder waits for an answer. */
const pauseMs = 4_000

/** A write that had begun is committed after the pause, when its caller has perhaps asked another server. */
export const serverPaused: FaultKind = {
  label: 'pause of a server',
  refuses: 'its server',
  interruptsCalls: false,
  choosePlace: anyServer,
  targets: ({ servers }, place) => [pickProcess(servers, place)],
  inject: ({ servers }, place) => pickProcess(servers, place).pause(pauseMs),
}
