import type { Random } from '#scripts/made-up/random.ts'
import type { Providers } from '#tests/standins/providers.ts'
import type { Balancer } from '../processes/balancer.ts'
import type { ChaosDatabase } from '../processes/database.ts'
import type { Secrets } from '../processes/environment.ts'
import type { RunningProcess } from '../processes/start-process.ts'

/** Everything that a fault can affect. */
export type Cast = {
  workers: RunningProcess[]
  servers: RunningProcess[]
  /** Of the servers. */
  addresses: string[]
  database: ChaosDatabase
  balancer: Pick<Balancer, 'next'>
  feedKey: string
  providers: Pick<Providers, 'sendgrid' | 'twilio' | 'smtp'>
  secrets: Secrets
  deliveryClock: number
}

type CastSize = { workers: number; servers: number }

/** One kind of fault. */
export type FaultKind = {
  /** For the printed report: what happens to which part. */
  label: string
  /**
   * Which servers may refuse calls while it lasts: every one, the affected one, or none. A call that a server answers
   * with 5xx outside of this is a broken promise.
   */
  refuses: 'every server' | 'its server' | 'nobody'
  /** Whether it may leave calls to a provider without a recorded answer. */
  interruptsCalls: boolean
  /** The processes of which it hits one; 0 if there is no choice. */
  choosePlace(size: CastSize, random: Random): number
  /** The affected parts; no other fault hits them at the same time. */
  targets(cast: Cast, place: number): object[]
  /** Injects the fault; resolves when its victim is back. */
  inject(cast: Cast, place: number): Promise<void>
}

export const anyWorker = ({ workers }: CastSize, random: Random) => random.below(workers)
export const anyServer = ({ servers }: CastSize, random: Random) => random.below(servers)
export const noChoice = () => 0

/** @throws Error if the plan names a process that does not run */
export function pickProcess(processes: RunningProcess[], place: number): RunningProcess {
  const found = processes[place]
  if (!found) throw new Error(`No process has the place ${place}.`)
  return found
}
