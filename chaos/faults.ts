import { scaledClock } from '#worker/delivery/clock.ts'
import { type ChaosDatabase, type RunningProcess, until } from './processes.ts'

/** What happens to a process while it works. */
type FaultKind = 'killed' | 'restarted' | 'paused' | 'restarted gently'

type Fault = {
  victim: 'worker' | 'server' | 'PostgreSQL' | 'servers'
  kind: FaultKind
  /** The affected processes; no other fault may hit them at the same time. */
  targets: object[]
  /** Injects the fault; resolves when the victim is back. */
  inject(): Promise<void>
}

/** Labels for the printed report. */
export const faultLabels: Record<FaultKind, string> = {
  killed: 'kill -9',
  restarted: 'restart',
  paused: 'pause past its lease',
  'restarted gently': 'gentle restart in turn',
}

type FaultTargets = {
  workers: RunningProcess[]
  servers: RunningProcess[]
  database: ChaosDatabase
  restartDatabase: boolean
  deliveryClock: number
}

/** One round has each kind of fault once; the processes take turns from round to round. */
export function faultsForRound(round: number, cast: FaultTargets): Fault[] {
  const { workers, servers, database } = cast
  const worker = workers[round % workers.length]
  const paused = workers[(round + 1) % workers.length]
  const server = servers[round % servers.length]
  if (!worker || !paused || !server) throw new Error('There is nobody to whom anything could happen.')
  // Long enough that another worker, if any, takes over this one's claims.
  const pauseMs = scaledClock(cast.deliveryClock).leaseMs + 1_500
  return [
    { victim: 'worker', kind: 'killed', targets: [worker], inject: () => worker.restart('SIGKILL') },
    { victim: 'server', kind: 'killed', targets: [server], inject: () => server.restart('SIGKILL') },
    {
      victim: 'PostgreSQL',
      kind: cast.restartDatabase ? 'restarted' : 'killed',
      targets: [database],
      inject: database.restart,
    },
    { victim: 'worker', kind: 'paused', targets: [paused], inject: () => paused.pause(pauseMs) },
    {
      victim: 'servers',
      kind: 'restarted gently',
      targets: servers,
      inject: async () => {
        for (const server of servers) await server.restart('SIGTERM')
      },
    },
  ]
}

/** A fault and when it happened. */
export type FaultEvent = Pick<Fault, 'victim' | 'kind'> & {
  at: Date
  inDoubt: number
  acceptedSoFar: number
}

/** A fault and the time until its victim was back. */
type FaultPeriod = FaultEvent & { until: Date }

/**
 * Injects the faults one after the other, evenly spread over the remaining messages.
 * @returns when the last victim is back
 */
export async function injectFaults(
  faults: Fault[],
  { taken, deliveries, print }: { taken: () => number; deliveries: number; print: (line: string) => void },
): Promise<FaultPeriod[]> {
  const happened: FaultPeriod[] = []
  const from = taken()
  // The next fault does not wait for recovery from the previous one, only for its own targets to be back.
  const restarts = new Map<object, Promise<void>>()
  for (const [place, { victim, kind, targets, inject }] of faults.entries()) {
    const due = from + Math.floor(((deliveries - from) * (place + 0.5)) / (faults.length + 0.5))
    await until(`${due} messages before the ${faultLabels[kind]} of the ${victim}`, () => taken() >= due)
    await Promise.all(targets.map((target) => restarts.get(target)))
    const now = { victim, kind, at: new Date(), until: new Date(8.64e15), inDoubt: 0, acceptedSoFar: taken() }
    happened.push(now)
    const restart = (async () => {
      await inject()
      now.until = new Date()
      print(`  ${victim}: ${faultLabels[kind]} after ${due} messages, and back`)
    })()
    restart.catch(() => {}) // Awaited below.
    for (const target of targets) restarts.set(target, restart)
  }
  await Promise.all(restarts.values())
  return happened
}

/** Whether only a gentle restart was under way at that moment. */
export function isOnlyGentleRestart(happened: FaultPeriod[], moment: Date): boolean {
  const then = happened.filter(({ at, until: back }) => at <= moment && moment <= back)
  return then.length > 0 && then.every(({ kind }) => kind === 'restarted gently')
}
