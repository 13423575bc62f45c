import { keepPreviousData } from '@tanstack/react-query'
import { inBackground } from './client.ts'
import { useLiveInterval } from '../live-updates.ts'

/**
 * How something is read that brings itself up to date: asked again every so many ms unless the reader has paused that;
 * what was known stands meanwhile.
 */
export const useLiveQuery = (everyMs: number) =>
  ({
    staleTime: 0,
    refetchInterval: useLiveInterval(everyMs),
    placeholderData: keepPreviousData,
    // Watching keeps no session alive.
    trpc: inBackground,
  }) as const
