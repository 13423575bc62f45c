import type { Db } from '#shared/node/platform/database/client.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { type Figures, readFigures } from './figures.queries.ts'

/** Minimum interval between two readings, however many people look. */
const cachedMs = 2_000

const cached = new WeakMap<Db, { until: number; figures: Promise<Figures> }>()

/** The figures, at most two seconds old, for pages that ask every few seconds. */
export function recentFigures({ db, env }: Pick<ServerDeps, 'db' | 'env'>): Promise<Figures> {
  const known = cached.get(db)
  if (known && known.until > performance.now()) return known.figures
  const figures = readFigures(db, env.COUNTY_TIME_ZONE)
  cached.set(db, { until: performance.now() + cachedMs, figures })
  figures.catch(() => cached.delete(db))
  return figures
}
