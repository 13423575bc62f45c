import { useEffect, useRef } from 'react'
import type { AroundNavHandler } from 'wouter'
import { askToLeave } from './confirm-leave.ts'

/** Forms of the present page that hold something typed and unsaved, and what each does when it is left. */
const unsaved = new Map<symbol, () => void>()

/** A step to another page asks first while something typed is unsaved; the router calls it around each of them. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  const path = to.split(/[?#]/)[0]
  // Only the query changes: a dialog opens over the page, and the form stays.
  if (unsaved.size === 0 || path === location.pathname) return navigate(to, options)
  void askFirst(() => navigate(to, options))
}

async function askFirst(leave: () => void): Promise<void> {
  if (!(await askToLeave(true))) return
  for (const onLeave of unsaved.values()) onLeave()
  leave()
}

/**
 * While `changed`, asks before a link leads away from the page ("Leave without saving?"), and lets the browser ask
 * before the window closes. The browser's Back asks nothing: a form that should outlast it keeps a draft (drafts.ts).
 * @param onLeave runs when the reader chose to leave without saving: a draft is dropped
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
