import { useEffect } from 'react'
import type { AroundNavHandler } from 'wouter'
import { askToLeave } from './ask-to-leave.ts'

/** Forms of the present page that hold something typed and unsaved. */
const unsaved = new Set<symbol>()

/** A step to another page asks first while something typed is unsaved; the router calls it around each of them. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  const path = to.split(/[?#]/)[0]
  // Only the query changes: a dialog opens over the page, and the form stays.
  if (unsaved.size === 0 || path === location.pathname) return navigate(to, options)
  void askToLeave(true).then((leave) => leave && navigate(to, options))
}

/**
 * While `changed`, asks before a link leads away from the page ("Leave without saving?"), and lets the browser ask
 * before the window closes. The browser's Back asks nothing: a form that should outlast it keeps a draft (drafts.ts).
 */
export function useLeaveGuard(changed: boolean): void {
  useEffect(() => {
    if (!changed) return
    const form = Symbol('form')
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    unsaved.add(form)
    addEventListener('beforeunload', warn)
    return () => {
      unsaved.delete(form)
      removeEventListener('beforeunload', warn)
    }
  }, [changed])
}
