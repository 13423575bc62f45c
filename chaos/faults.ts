import { scaledClock } from '#worker/delivery/clock.ts'
import { type ChaosDatabase, type Running, until } from './processes.ts'

/** What happens to somebody in the middle of the work. */
export type FaultKind = 'killed' | 'restarted' | 'paused' | 'restarted gently'

export type Fault = {
  victim: 'worker' | 'server' | 'PostgreSQL' | 'servers'
  ended: FaultKind
  /** Whom it happens to; nothing else may happen to any of them meanwhile. */
  whom: object[]
  /** Lets it happen, and resolves when the victim is back. */
  happen(): Promise<void>
}

/** How it is told of. */
export const faultWords: Record<FaultKind, string> = {
  killed: 'kill -9',
  restarted: 'restart',
  paused: 'pause past its lease',
  'restarted gently': 'gentle restart in turn',
}

type Cast = {
  workers: Running[]
  servers: Running[]
  database: ChaosDatabase
  restartDatabase: boolean
  deliveryClock: number
}

/** One round: each of the kinds once, the processes taking turns from round to round. */
export function faultsOfRound(round: number, cast: Cast): Fault[] {
  const { workers, servers, database } = cast
  const worker = workers[round % workers.length]
  const paused = workers[(round + 1) % workers.length]
  const server = servers[round % servers.length]
  if (!worker || !paused || !server) throw new Error('There is nobody to whom anything could happen.')
  // Long enough that another worker takes over what this one holds, where there is another.
  const pauseMs = scaledClock(cast.deliveryClock).leaseMs + 1_500
  return [
    { victim: 'worker', ended: 'killed', whom: [worker], happen: () => worker.restart('SIGKILL') },
    { victim: 'server', ended: 'killed', whom: [server], happen: () => server.restart('SIGKILL') },
    {
      victim: 'PostgreSQL',
      ended: cast.restartDatabase ? 'restarted' : 'killed',
      whom: [database],
      happen: database.restart,
    },
    { victim: 'worker', ended: 'paused', whom: [paused], happen: () => paused.pause(pauseMs) },
    {
      victim: 'servers',
      ended: 'restarted gently',
      whom: servers,
      happen: async () => {
        for (const one of servers) await one.restart('SIGTERM')
      },
    },
  ]
}

/** What happened in the middle of the work, and when. */
export type Kill = Pick<Fault, 'victim' | 'ended'> & {
  at: Date
  inDoubt: number
  acceptedSoFar: number
}

/** What happened, and until when its victim was not back. */
export type Happened = Kill & { until: Date }

/**
 * Lets faults happen one after the other, spread evenly over the messages that are still to be taken.
 * @returns when the last victim is back
 */
export async function letHappen(
  faults: Fault[],
  { taken, deliveries, say }: { taken: () => number; deliveries: number; say: (line: string) => void },
): Promise<Happened[]> {
  const happened: Happened[] = []
  const from = taken()
  // The next one does not wait until the one before is made good; whom it happens to has to be back for it.
  const restarts = new Map<object, Promise<void>>()
  for (const [place, { victim, ended, whom, happen }] of faults.entries()) {
    const due = from + Math.floor(((deliveries - from) * (place + 0.5)) / (faults.length + 0.5))
    await until(`${due} messages before the ${faultWords[ended]} of the ${victim}`, () => taken() >= due)
    await Promise.all(whom.map((one) => restarts.get(one)))
    const now = { victim, ended, at: new Date(), until: new Date(8.64e15), inDoubt: 0, acceptedSoFar: taken() }
    happened.push(now)
    const restart = (async () => {
      await happen()
      now.until = new Date()
      say(`  ${victim}: ${faultWords[ended]} after ${due} messages, and back`)
    })()
    restart.catch(() => {}) // Awaited below.
    for (const one of whom) restarts.set(one, restart)
  }
  await Promise.all(restarts.values())
  return happened
}

/** Whether at that moment a gentle restart was under way and nothing else. */
export function onlyGentle(happened: Happened[], moment: Date): boolean {
  const then = happened.filter(({ at, until: back }) => at <= moment && moment <= back)
  return then.length > 0 && then.every(({ ended }) => ended === 'restarted gently')
}
