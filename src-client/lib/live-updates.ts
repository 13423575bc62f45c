import { createStore } from './store.ts'

const storageKey = 'live-updates'

function stored(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'paused'
  } catch {
    return true
  }
}

/** Whether lists update automatically; the reader may pause that (WCAG 2.2.2). */
export const liveUpdates = createStore(stored())

/** Applies and stores the choice; without storage it lasts for the visit. */
export function chooseLiveUpdates(on: boolean): void {
  liveUpdates.set(on)
  try {
    if (on) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'paused')
  } catch {
    // Storage is not available.
  }
}
