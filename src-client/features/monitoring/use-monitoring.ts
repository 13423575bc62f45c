import { keepPreviousData } from '@tanstack/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '#server/router.ts'
import type { MonitoringWindow } from '#shared/contract/monitoring.ts'
import { inBackground } from '#client/lib/client.ts'
import { trpc } from '#client/lib/trpc.ts'

export type Monitoring = inferRouterOutputs<AppRouter>['monitoring']
export type Now = Monitoring['now']['content']
export type Figures = Now['figures']
export type History = Monitoring['history']['content']

const figuresEveryMs = 5_000
/** Points are of a minute and more. */
const historyEveryMs = 15_000

/** Asked again every so often unless paused; what was known stands meanwhile. */
export const live = (everyMs: number, paused: boolean) =>
  ({
    staleTime: 0,
    refetchInterval: paused ? false : everyMs,
    placeholderData: keepPreviousData,
    // Watching keeps no session alive.
    trpc: inBackground,
  }) as const

/** The figures of this moment and those that the charts draw, asked again every few seconds unless paused. */
export function useMonitoring(window: MonitoringWindow, paused: boolean) {
  const now = trpc.monitoring.now.useQuery(undefined, live(figuresEveryMs, paused))
  const history = trpc.monitoring.history.useQuery({ window }, live(historyEveryMs, paused))
  return { now, history }
}
