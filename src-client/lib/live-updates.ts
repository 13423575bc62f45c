import { createStore, useStore } from './store.ts'

const storageKey = 'live-updates'

function stored(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'paused'
  } catch {
    return true
  }
}

/** Whether lists bring themselves up to date: the reader may pause that (WCAG 2.2.2). */
export const liveUpdates = createStore(stored())

/** Shows and remembers the choice; where storage is shut it lasts for the visit. */
export function chooseLiveUpdates(on: boolean): void {
  liveUpdates.set(on)
  try {
    if (on) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'paused')
  } catch {
    // Storage is shut.
  }
}

/** How often a list asks again, in ms; false while the reader has paused it. */
export const useLiveInterval = (ms: number): number | false => (useStore(liveUpdates) ? ms : false)
