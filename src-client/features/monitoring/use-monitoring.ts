import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '#server/router.ts'
import type { MonitoringWindow } from '#shared/contract/monitoring.ts'
import { useLiveQuery } from '#client/lib/api/live-query.ts'
import { trpc } from '#client/lib/api/trpc.ts'

export type Monitoring = inferRouterOutputs<AppRouter>['monitoring']
export type Now = Monitoring['now']['content']
export type Figures = Now['figures']
export type History = Monitoring['history']['content']

const figuresEveryMs = 5_000
/** Points are of a minute and more. */
const historyEveryMs = 15_000

/** The newest restore from a backup; another window may release it. */
export const useRestore = () => trpc.monitoring.restore.useQuery(undefined, useLiveQuery(figuresEveryMs))

/** The figures of this moment and those that the charts draw, asked again every few seconds unless paused. */
export function useMonitoring(window: MonitoringWindow) {
  const now = trpc.monitoring.now.useQuery(undefined, useLiveQuery(figuresEveryMs))
  const history = trpc.monitoring.history.useQuery({ window }, useLiveQuery(historyEveryMs))
  return { now, history }
}
