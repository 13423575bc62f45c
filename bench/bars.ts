import type { BenchCluster, BenchDatabase } from './support/database.ts'
import type { Sides } from './support/measure.ts'
import type { Population } from './population.ts'

/** What a bar is given. */
export type BenchContext = {
  cluster: BenchCluster
  quick: boolean
  population: Population
  /** A database with the population's first alerts, shared by bars that only read it. */
  filled(alerts: number): Promise<BenchDatabase>
  say(line: string): void
}

/** One line of the table; `limit` is measured in the same run. Figures without a floor are for information. */
export type Line = Sides & {
  what: string
  unit: string
  floor: number | null
  aim: number | null
  better: 'higher' | 'lower'
}

export type BarResult = {
  lines: Line[]
  /** Counts that do not reconcile: each fails the run. */
  faults: string[]
  /** Figures and settings worth knowing beside the ratio. */
  notes: string[]
}

export type Bar = { number: number; title: string; run(context: BenchContext): Promise<BarResult> }

/** Each bar's code is loaded when it is run. */
export const bars: Bar[] = [
  {
    number: 1,
    title: 'Cost of a record as alerts grow',
    run: async (context) => (await import('./bars/cost-per-record.ts')).costPerRecord(context),
  },
  {
    number: 2,
    title: 'Matching beside a map in memory',
    run: async (context) => (await import('./bars/matching-speed.ts')).matchingSpeed(context),
  },
  {
    number: 3,
    title: 'Match and store beside COPY',
    run: async (context) => (await import('./bars/match-and-store.ts')).matchAndStore(context),
  },
  {
    number: 4,
    title: 'Batch ingest beside COPY',
    run: async (context) => (await import('./bars/batch-ingest.ts')).batchIngest(context),
  },
  {
    number: 5,
    title: 'A single record posted, beside a route that does nothing',
    run: async (context) => (await import('./bars/single-post.ts')).singlePost(context),
  },
  {
    number: 6,
    title: 'Delivery beside a bare HTTP loop',
    run: async (context) => (await import('./bars/delivery.ts')).delivery(context),
  },
  {
    number: 7,
    title: 'From ingest to the provider, all at once',
    run: async (context) => (await import('./bars/whole.ts')).whole(context),
  },
]

export const meetsFloor = ({ ratio, floor, better }: Line): boolean =>
  floor === null || (better === 'higher' ? ratio >= floor : ratio <= floor)

export const meetsAim = ({ ratio, aim, better }: Line): boolean =>
  aim !== null && (better === 'higher' ? ratio >= aim : ratio <= aim)
