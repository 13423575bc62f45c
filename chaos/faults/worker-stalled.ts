import type { FaultKind } from './fault.ts'
import { pauseWorker } from './worker-paused.ts'

/** So short that, with slow providers, another worker is still making the calls that it took over. */
const pastLeaseMs = 400

export const workerStalled: FaultKind = {
  label: 'pause of a worker that ends just after its lease',
  ...pauseWorker(pastLeaseMs),
}
