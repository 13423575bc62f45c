import { type MatchOptions, noMatchOptions } from '#shared/contract/alert.ts'
import { decide, defaultFeedFormat, type ParsedRecord, parseRecord } from '#shared/matching/public.ts'
import { parseEntered } from '../entered.ts'
import type { Pool, PoolName } from '../pools/pool.ts'
import { makePlausible } from '../pools/pools.ts'
import { listWrongAlerts } from './alerts.ts'
import { composeText, type MadeText, textPatterns } from './compose.ts'
import type { Pair, StatedOrder } from './text-pattern.ts'

const seed = 31_337

/** A text and the people whose alerts should have found it and did not, or found it and should not have. */
export type Fault = { text: string; order: StatedOrder; people: Pair[] }

/**
 * Of the people in the texts, those whose alert by first and last name, at defaults, did not find them; and the texts
 * that an alert for another person found (`listWrongAlerts`).
 */
export type ComposedFigures = {
  texts: number
  people: number
  missed: number
  invented: number
  /** Of the people missed, those whom an alert with possible matches finds, and the texts that it finds wrongly too. */
  possiblyFound: number
  possiblyInvented: number
}
export type PatternFigures = ComposedFigures & {
  pool: PoolName
  pattern: string
  isOrderStated: boolean
  misses: Fault[]
  inventions: Fault[]
}

/**
 * Figures of each pattern and pool, apart for stated and unstated order.
 * @param count texts of each pattern and pool
 * @param known the pools that say which names are plausible
 */
export function measureComposed(pools: readonly Pool[], count: number, known = pools): PatternFigures[] {
  const isPlausible = makePlausible(known)
  return pools.flatMap((pool) =>
    textPatterns.flatMap((pattern, i) => {
      const texts = Array.from({ length: count }, (_, place) => composeText(pattern, pool, seed + i, place))
      return [true, false].map((isOrderStated): PatternFigures => {
        const some = texts.filter(({ order }) => (order !== null) === isOrderStated)
        const head = { pool: pool.name, pattern: pattern.name, isOrderStated }
        return { ...head, ...measureTexts(some, isPlausible) }
      })
    }),
  )
}

function measureTexts(texts: MadeText[], isPlausible: (first: string, last: string) => boolean) {
  const faults = { misses: [] as Fault[], inventions: [] as Fault[] }
  let [people, missed, possiblyFound, possiblyInvented] = [0, 0, 0, 0]
  for (const made of texts) {
    const { text, order, named } = made
    const record = parseRecord(
      { parties: [{ name: text }], parcels: [] },
      { ...defaultFeedFormat, nameOrder: order },
      null,
    )
    const isFound = (pair: Pair) => finds(pair, record, noMatchOptions)
    const isPossible = (pair: Pair) => finds(pair, record, { ...noMatchOptions, possible: true })
    const lost = named.filter((pair) => !isFound(pair))
    const others = listWrongAlerts(made, isPlausible)
    const wrong = others.filter(isFound)
    people += named.length
    missed += lost.length
    possiblyFound += lost.filter(isPossible).length
    if (wrong.length === 0 && others.some(isPossible)) possiblyInvented++
    if (lost.length > 0) faults.misses.push({ text, order, people: lost })
    if (wrong.length > 0) faults.inventions.push({ text, order, people: wrong })
  }
  const invented = faults.inventions.length
  return { texts: texts.length, people, missed, invented, possiblyFound, possiblyInvented, ...faults }
}

const finds = (pair: Pair, record: ParsedRecord, variants: MatchOptions): boolean =>
  decide(parseEntered({ ...pair, middles: [] }, variants), record) !== null

const figureKeys = ['texts', 'people', 'missed', 'invented', 'possiblyFound', 'possiblyInvented'] as const

export function sumFigures(figures: readonly ComposedFigures[]): ComposedFigures {
  const sum = { texts: 0, people: 0, missed: 0, invented: 0, possiblyFound: 0, possiblyInvented: 0 }
  for (const item of figures) for (const key of figureKeys) sum[key] += item[key]
  return sum
}

/** Shares in percent: of people missed, and of texts with a person invented or read backward. */
export const toShares = ({ texts, people, missed, invented }: ComposedFigures) => ({
  missed: (100 * missed) / Math.max(1, people),
  invented: (100 * invented) / Math.max(1, texts),
})
