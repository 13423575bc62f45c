import type { inferRouterOutputs } from '@trpc/server'
import { useLiveQuery } from '#client/lib/api/live-query.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import type { AppRouter } from '#server/routers/router.ts'
import type { MonitoringWindow } from '#shared/contract/monitoring.ts'

export type Monitoring = inferRouterOutputs<AppRouter>['monitoring']
export type CurrentFigures = Monitoring['now']['content']
export type Figures = CurrentFigures['figures']
export type History = Monitoring['history']['content']

const figuresRefetchMs = 5_000
/** Each point covers at least a minute. */
const historyRefetchMs = 15_000

/** The latest restore from a backup; another window may resume delivery. */
export const useRestore = () => trpc.monitoring.restore.useQuery(undefined, useLiveQuery(figuresRefetchMs))

/** The current figures and the history for the charts, refetched every few seconds unless paused. */
export function useMonitoring(window: MonitoringWindow) {
  const now = trpc.monitoring.now.useQuery(undefined, useLiveQuery(figuresRefetchMs))
  const history = trpc.monitoring.history.useQuery({ window }, useLiveQuery(historyRefetchMs))
  return { now, history }
}
