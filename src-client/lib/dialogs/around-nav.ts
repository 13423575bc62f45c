import type { AroundNavHandler } from 'wouter'

let guard: AroundNavHandler = (navigate, to, options) => navigate(to, options)

/**
 * Loads with the first form that can ask before it is left (leave-guard.ts): the login page needs no more than this.
 */
export function setNavGuard(next: AroundNavHandler): void {
  guard = next
}

/** Asks before navigation loses unsaved changes. The router calls it around every navigation. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => guard(navigate, to, options)
