import { anyWorker, type FaultKind, pickProcess } from './fault.ts'

export const workerKilled: FaultKind = {
  label: 'kill -9 of a worker',
  refuses: 'nobody',
  interruptsCalls: true,
  choosePlace: anyWorker,
  targets: ({ workers }, place) => [pickProcess(workers, place)],
  inject: ({ workers }, place) => pickProcess(workers, place).restart('SIGKILL'),
}
