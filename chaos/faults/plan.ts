import { type Random, randomAt } from '#scripts/made-up/random.ts'
import { type FaultName, faultKinds, faultNames } from './fault-kinds.ts'

/** How often each kind of fault happens in a run. */
export type FaultCounts = Partial<Record<FaultName, number>>

/** One fault: what, to which of the processes, and after the messages of how many records. */
export type PlannedFault = { name: FaultName; place: number; after: number }

type PlanOptions = { seed: number; counts: FaultCounts; records: number; workers: number; servers: number }

/** The first fault meets work in progress, and after the last one there is work left. */
const [firstAt, lastAt] = [0.05, 0.9]

/** The schedule of a run: the same for the same seed and sizes, whatever happens meanwhile. */
export function planFaults({ seed, counts, records, workers, servers }: PlanOptions): PlannedFault[] {
  const random = randomAt(seed, 53)
  const names = shuffle(
    faultNames.flatMap((name) => Array.from({ length: counts[name] ?? 0 }, () => name)),
    random,
  )
  const step = ((lastAt - firstAt) * records) / Math.max(1, names.length)
  return names.map((name, place) => ({
    name,
    place: faultKinds[name].choosePlace({ workers, servers }, random),
    after: Math.floor(firstAt * records + (place + random.next()) * step),
  }))
}

function shuffle<T>(list: T[], random: Random): T[] {
  const left = [...list]
  return list.map(() => left.splice(random.below(left.length), 1)[0]!)
}

/** One line for the report. */
export const describeFault = ({ name, place, after }: PlannedFault): string =>
  `after ${after} records: ${faultKinds[name].label}${place > 0 ? ` (${place + 1})` : ''}`
