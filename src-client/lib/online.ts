import { useSyncExternalStore } from 'react'

/** False if the browser knows that it has no network. True promises nothing. */
export const isOnline = (): boolean => navigator.onLine

function subscribe(listener: () => void): () => void {
  const events = ['online', 'offline'] as const
  for (const event of events) addEventListener(event, listener)
  return () => {
    for (const event of events) removeEventListener(event, listener)
  }
}

/** The same, for a component. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, isOnline)
