import { useEffect, useRef } from 'react'
import type { AroundNavHandler } from 'wouter'
import { confirmLeave } from './confirm-leave.ts'

/** Forms of the current page with unsaved changes, and what each does when it is left. */
const unsaved = new Map<symbol, () => void>()

/** Asks before navigation loses unsaved changes. The router calls it around every navigation. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  const path = to.split(/[?#]/)[0]
  // Only the query changes, so the form stays: a dialog opens over the page.
  if (unsaved.size === 0 || path === location.pathname) return navigate(to, options)
  void askFirst(() => navigate(to, options))
}

async function askFirst(leave: () => void): Promise<void> {
  if (!(await confirmLeave(true))) return
  for (const onLeave of unsaved.values()) onLeave()
  leave()
}

/**
 * While `changed`, asks before a link leaves the page ("Leave without saving?") and lets the browser ask before the
 * window closes. The browser's Back does not ask: a form that must survive it keeps a draft (drafts.ts).
 * @param onLeave runs when the reader leaves without saving, such as to drop a draft
 */
export function useLeaveGuard(changed: boolean, onLeave?: () => void): void {
  const left = useRef(onLeave)
  useEffect(() => {
    left.current = onLeave
  })
  useEffect(() => {
    if (!changed) return
    const form = Symbol('form')
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    unsaved.set(form, () => left.current?.())
    addEventListener('beforeunload', warn)
    return () => {
      unsaved.delete(form)
      removeEventListener('beforeunload', warn)
    }
  }, [changed])
}
