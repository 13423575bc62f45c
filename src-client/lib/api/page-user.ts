import { nobody, pageUserHeader } from '#shared/contract/page-user.ts'
import { createStore } from '../store.ts'

/** The user for whom this page was opened; undefined while no one is logged in, as far as is known. */
export const pageUser = createStore<number | undefined>(undefined)

/**
 * The header that names the user of a call's page. Without a user, only writes carry it, because the first query asks
 * who is logged in.
 */
export function pageUserHeaders(user: number | undefined, write: boolean): Record<string, string> {
  if (user !== undefined) return { [pageUserHeader]: String(user) }
  return write ? { [pageUserHeader]: nobody } : {}
}

/** Why a page is outdated: someone else logged in to this browser, or its user logged out in another tab. */
export type Outdated = 'other' | 'out'

const listeners = new Set<(why: Outdated) => void>()

/** Runs when the page turns out to be outdated; session.ts then leaves it. */
export function onOutdated(listener: (why: Outdated) => void): void {
  listeners.add(listener)
}

export function notifyOutdated(why: Outdated): void {
  for (const listener of listeners) listener(why)
}
