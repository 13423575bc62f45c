import type { BenchCluster, BenchDatabase } from './support/database.ts'
import type { Sides } from './support/measure.ts'
import type { Population } from '#scripts/made-up/population.ts'

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

export const meetsFloor = ({ ratio, floor, better }: Line): boolean =>
  floor === null || (better === 'higher' ? ratio >= floor : ratio <= floor)

export const meetsAim = ({ ratio, aim, better }: Line): boolean =>
  aim !== null && (better === 'higher' ? ratio >= aim : ratio <= aim)
