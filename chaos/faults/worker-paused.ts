import { scaledClock } from '#worker/delivery/clock.ts'
import { anyWorker, type FaultKind, pickProcess } from './fault.ts'

/** Long enough that another worker, if any, takes over the claims of this one. */
const pastLeaseMs = 1_500

/** The worker knows nothing of the pause, like a suspended machine. */
export const pauseWorker = (pastMs: number): Omit<FaultKind, 'label'> => ({
  refuses: 'nobody',
  interruptsCalls: true,
  choosePlace: anyWorker,
  targets: ({ workers }, place) => [pickProcess(workers, place)],
  inject: ({ workers, deliveryClock }, place) =>
    pickProcess(workers, place).pause(scaledClock(deliveryClock).leaseMs + pastMs),
})

export const workerPaused: FaultKind = { label: 'pause of a worker past its lease', ...pauseWorker(pastLeaseMs) }
