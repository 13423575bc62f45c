import { keepPreviousData } from '@tanstack/react-query'
import { liveUpdates } from '../live-updates.ts'
import { useStore } from '../store.ts'
import { inBackground } from './client.ts'
import { isUnavailable } from './errors.ts'

/**
 * The refetch interval of a list, in ms; false while the reader has paused it. No refetch while the service is
 * unavailable either: retry-when-back.ts asks less often, and leaves the failure on the screen.
 */
export function useLiveInterval(ms: number) {
  const isLive = useStore(liveUpdates)
  return ({ state }: { state: { error: unknown } }): number | false => isLive && !isUnavailable(state.error) && ms
}

/**
 * Options of a query that updates automatically: refetched every `everyMs` unless the reader has paused updates,
 * keeping the old data meanwhile.
 */
export const useLiveQuery = (everyMs: number) =>
  ({
    staleTime: 0,
    refetchInterval: useLiveInterval(everyMs),
    placeholderData: keepPreviousData,
    // Background polling must not keep a session alive.
    trpc: inBackground,
  }) as const
