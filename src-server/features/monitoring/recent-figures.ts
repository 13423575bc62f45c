import type { Db } from '#shared/node/platform/database/client.ts'
import { type Figures, readFigures } from './figures.queries.ts'

/** However many look at once, the figures are read no more often than this. */
const heldMs = 2_000

const held = new WeakMap<Db, { until: number; figures: Promise<Figures> }>()

/** The figures as they were at most two seconds ago, for pages that ask every few seconds. */
export function recentFigures(db: Db): Promise<Figures> {
  const known = held.get(db)
  if (known && known.until > performance.now()) return known.figures
  const figures = readFigures(db)
  held.set(db, { until: performance.now() + heldMs, figures })
  figures.catch(() => held.delete(db))
  return figures
}
