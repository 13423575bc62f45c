import { anyWorker, type FaultKind, pickProcess } from './fault.ts'

/** Its event loop hangs forever: its watchdog ends it, and its supervisor starts it again. */
export const workerHung: FaultKind = {
  label: 'a worker that hangs',
  refuses: 'nobody',
  interruptsCalls: true,
  choosePlace: anyWorker,
  targets: ({ workers }, place) => [pickProcess(workers, place)],
  inject: ({ workers }, place) => pickProcess(workers, place).hang(),
}
