import type { Db } from '#shared/node/platform/database/client.ts'
import { type FigureDeps, type Figures, readFigures } from './figures.queries.ts'

/** Minimum interval between two readings, however many people look. */
const cachedMs = 2_000

const cached = new WeakMap<Db, { until: number; figures: Promise<Figures> }>()

/** The figures, at most two seconds old, for pages that ask every few seconds. */
export function recentFigures(deps: FigureDeps): Promise<Figures> {
  const { db } = deps
  const known = cached.get(db)
  if (known && known.until > performance.now()) return known.figures
  const figures = readFigures(deps)
  cached.set(db, { until: performance.now() + cachedMs, figures })
  figures.catch(() => cached.delete(db))
  return figures
}
