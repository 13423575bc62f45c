import { useSyncExternalStore } from 'react'

/** Whether a media query holds now, such as '(max-width: 39.99rem)'. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}

/** Narrower than 640 px: one decision a screen. */
export const usePhone = (): boolean => useMedia('(max-width: 39.99rem)')
