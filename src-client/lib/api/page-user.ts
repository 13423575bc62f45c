import { nobody, pageUserHeader } from '#shared/contract/page-user.ts'
import { createStore } from '../store.ts'

/** The user for whom this page was opened; undefined while nobody is known to be logged in. */
export const pageUser = createStore<number | undefined>(undefined)

/** Says for whom a call's page was opened. Of nobody only a write says so: the first question is who is logged in. */
export function pageUserHeaders(user: number | undefined, write: boolean): Record<string, string> {
  if (user !== undefined) return { [pageUserHeader]: String(user) }
  return write ? { [pageUserHeader]: nobody } : {}
}

/** Why a page is no longer its user's: someone else logged in to this browser, or its user logged out in another tab. */
export type Outdated = 'other' | 'out'

const listeners = new Set<(why: Outdated) => void>()

/** Runs when the page turns out to be outdated; lib/session.ts leaves it. */
export function onOutdated(listener: (why: Outdated) => void): void {
  listeners.add(listener)
}

export function tellOutdated(why: Outdated): void {
  for (const listener of listeners) listener(why)
}
