import type { Population } from '#scripts/made-up/population.ts'
import type { BenchCluster, BenchDatabase } from './database.ts'
import type { Comparison } from './measure.ts'

/** What each benchmark gets. */
export type BenchContext = {
  cluster: BenchCluster
  quick: boolean
  population: Population
  /** A database with the population's first alerts, shared by benchmarks that only read it. */
  filled(alerts: number): Promise<BenchDatabase>
  print(line: string): void
  /** Keeps a bar's limit for the bars that are made of several (7). */
  keepLimit(bar: number, perSecond: number): void
  /** The limit of a bar that ran before. @throws Error if it was not measured */
  limitOf(bar: number): number
}

/** One line of the table; `limit` is measured in the same run. Figures without a floor never fail a run. */
export type Line = Comparison & {
  what: string
  /** Texts that are shown instead of the figures, such as '> 60 s'. */
  shown?: { ours?: string; limit?: string; ratio?: string }
  unit: string
  floor: number | null
  aim: number | null
  better: 'higher' | 'lower'
}

export type BenchmarkResult = {
  lines: Line[]
  /** Mismatched counts; each one fails the run. */
  faults: string[]
  /** Figures and settings that explain the ratio. */
  notes: string[]
  /** What a full run without faults writes into docs/promises.md, for the command that runs this bar alone. */
  promised?: string
}

export type Benchmark = {
  number: number
  title: string
  /** Bars whose limits this one is made of; they run before it. */
  needs?: number[]
  /** Takes too long for a quick run. */
  fullOnly?: boolean
  run(context: BenchContext): Promise<BenchmarkResult>
}

/** @param slack what a quick run leaves to a noisy machine: 0.8 of a floor is enough */
export const meetsFloor = ({ ratio, floor, better }: Line, slack = 1): boolean =>
  floor === null || (better === 'higher' ? ratio >= floor * slack : ratio * slack <= floor)

export const meetsAim = ({ ratio, aim, better }: Line): boolean =>
  aim !== null && (better === 'higher' ? ratio >= aim : ratio <= aim)
