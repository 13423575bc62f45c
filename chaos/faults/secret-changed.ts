import { toSecretEnv } from '../processes/environment.ts'
import { type FaultKind, noChoice } from './fault.ts'

/**
 * All processes change to the secret that they already accept, as docs/operations.md describes. The workers are killed, so
 * that texts signed with the former secret are in doubt when only workers with the other run.
 */
export const secretChanged: FaultKind = {
  label: 'change of APP_SECRET',
  refuses: 'nobody',
  interruptsCalls: true,
  choosePlace: noChoice,
  targets: ({ servers, workers }) => [...servers, ...workers],
  inject: async ({ secrets, servers, workers }) => {
    secrets.reverse()
    const env = toSecretEnv(secrets)
    await Promise.all(workers.map((worker) => worker.restart('SIGKILL', { env })))
    for (const server of servers) await server.restart('SIGTERM', { env })
  },
}
