import { useEffect, useRef, useState, type RefObject } from 'react'
import type { AroundNavHandler } from 'wouter'
import { dropDraft, survivesReload } from '../drafts.ts'
import { readHistoryEntry } from '../history-entry.ts'
import { setNavGuard } from './around-nav.ts'
import { confirmLeave } from './confirm-leave.ts'

type Guard = {
  /** Names the draft that keeps what was typed, also over Back (drafts.ts). */
  draft: string | undefined
  /** A dialog, which closes when only the query changes. */
  inDialog: boolean
}

/** Forms with unsaved changes that ask before they are left. */
const guards = new Map<symbol, Guard>()
const losesOnBack = () => [...guards.values()].some(({ draft }) => draft === undefined)

/**
 * Mark the page's own history entry, and one above it, while a form would lose something to Back: the first Back only
 * leads from the upper to the lower, and leaves time to ask. Browsers offer no other way to ask.
 */
const pageMark = 'leave-guard page'
const stopMark = 'leave-guard stop'
let guardedPath: string | undefined

const isAtStop = () => readHistoryEntry().mark === stopMark

function addStop(): void {
  if (isAtStop()) return
  guardedPath = location.pathname
  history.replaceState({ ...readHistoryEntry(), mark: pageMark }, '')
  history.pushState({ ...readHistoryEntry(), mark: stopMark }, '', location.href)
}

/** In the next turn: until then the saving form may open another page, which replaces the entry. */
function removeStop(): void {
  setTimeout(() => guards.size === 0 && isAtStop() && history.back())
}

/** Asks before navigation loses unsaved changes. */
const guardNav: AroundNavHandler = (navigate, to, options) => {
  const path = to.split(/[?#]/)[0]
  // Only the query changes, so a form on the page itself stays: a dialog opens over it.
  const left =
    path === location.pathname ? [...guards.values()].filter(({ inDialog }) => inDialog) : [...guards.values()]
  // A new page replaces the extra entry.
  const go = () => navigate(to, isAtStop() && guards.size === 0 ? { ...options, replace: true } : options)
  if (left.length === 0) return go()
  void askFirst(go)
}

setNavGuard(guardNav)

async function askFirst(leave: () => void): Promise<void> {
  if (!(await confirmLeave(true))) return
  for (const { draft } of guards.values()) if (draft !== undefined) dropDraft(draft)
  guards.clear()
  leave()
}

function onBack(): void {
  if (readHistoryEntry().mark !== pageMark || location.pathname !== guardedPath || !losesOnBack()) return
  addStop()
  // Back over both entries.
  void askFirst(() => history.go(-2))
}

/**
 * Lets the browser ask before the window closes or loads again, if that would lose something.
 * @param isOff turns it off immediately
 */
export function useUnloadGuard(loses: boolean, isOff?: RefObject<boolean>): void {
  useEffect(() => {
    if (!loses) return
    const warn = (event: BeforeUnloadEvent) => {
      if (!isOff?.current) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [loses, isOff])
}

/**
 * While `changed`, asks before a link, and, without a draft, before Back leaves the page ("Leave without saving?"). The
 * browser asks before the window closes if typed text would be lost.
 * @param draft names the draft of a form that keeps one: Leave drops it, Back keeps it
 * @param inDialog true for a dialog that the query of the address opens
 * @returns turns the guard off immediately, for a form that was saved or is to be left without a question
 */
export function useLeaveGuard(
  changed: boolean,
  { draft, inDialog = false }: { draft?: string; inDialog?: boolean } = {},
): () => void {
  const [form] = useState(() => Symbol('form'))
  const isOff = useRef(false)
  useUnloadGuard(changed && !(draft !== undefined && survivesReload()), isOff)
  useEffect(() => {
    if (!changed || isOff.current) return
    guards.set(form, { draft, inDialog })
    if (draft === undefined) addStop()
    addEventListener('popstate', onBack)
    return () => {
      guards.delete(form)
      if (guards.size > 0) return
      removeEventListener('popstate', onBack)
      removeStop()
    }
  }, [changed, draft, inDialog, form])
  return () => {
    isOff.current = true
    guards.delete(form)
  }
}
