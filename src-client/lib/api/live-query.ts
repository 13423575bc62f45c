import { keepPreviousData } from '@tanstack/react-query'
import { inBackground } from './client.ts'
import { useLiveInterval } from '../live-updates.ts'

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
