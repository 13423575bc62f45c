import { setTimeout as wait } from 'node:timers/promises'
import { type FaultKind, pickProcess } from './fault.ts'

const daySeconds = 86_400
/**
 * Seconds that a clock is set forward or back by. Two days are longer than a notice is tried, but no worker may give
 * one up because of them. Forward only as far as a server's calls survive: sessions end, and signatures become too old.
 */
const jumps = [3_600, 90, -30, -90, -2 * daySeconds]
const wrongForMs = 4_000

/** Seconds that the clock is set forward or back by, and the affected process: the plan's number chooses both. */
export const readJump = (place: number) => ({
  seconds: jumps[place % jumps.length] ?? 0,
  process: Math.floor(place / jumps.length),
})

/** A worker's clock is set wrong, and right again. PostgreSQL keeps the time. */
export const clockJumped: FaultKind = {
  label: 'jump of the clock of a worker or server',
  // A server whose clock is an hour off refuses signatures that are too old.
  refuses: 'its server',
  interruptsCalls: false,
  choosePlace: ({ workers, servers }, random) => random.below((workers + servers) * jumps.length),
  targets: (cast, place) => [pickVictim(cast, place)],
  inject: async (cast, place) => {
    const victim = pickVictim(cast, place)
    victim.setClock(readJump(place).seconds)
    await wait(wrongForMs)
    victim.setClock(0)
  },
}

const pickVictim: (...given: Parameters<FaultKind['targets']>) => ReturnType<typeof pickProcess> = (
  { workers, servers },
  place,
) => pickProcess([...workers, ...servers], readJump(place).process)
