import type { BaseLocationHook } from 'wouter'
import { navigate, useBrowserLocation, useLocationProperty } from 'wouter/use-browser-location'

/**
 * Text typed into Find may name people. Pages read and set it like any parameter of the address, `find`, but it lives
 * only in the entry of the browser's history: neither the address bar, nor a link, nor a proxy's log shows it. It
 * outlives a reload and Back.
 */
const typed = 'find'

/** What an entry of the browser's history holds in addition to its address. */
type HistoryEntry = {
  [typed]?: string
  /** The kind of entry: of a form that asks before it is left, or one that an earlier screen opened. */
  mark?: string
}

export function readHistoryEntry(): HistoryEntry {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? state : {}
}

/** An address without the typed text, and the typed text; undefined if it has no such parameter. */
export function takeTyped(to: string): { address: string; text: string | undefined } {
  const [, path = '', search, hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(to) ?? []
  const query = new URLSearchParams(search)
  const text = query.get(typed) ?? undefined
  if (text === undefined) return { address: to, text }
  query.delete(typed)
  return { address: `${path}${query.size > 0 ? `?${query}` : ''}${hash}`, text }
}

/** Opens an address, and keeps typed text out of it. */
export function navigateTyped(to: string, options: { replace?: boolean; state?: HistoryEntry | null } = {}): void {
  const { address, text } = takeTyped(to)
  const { replace = false, state } = options
  navigate(address, { replace, state: text ? { ...state, [typed]: text } : (state ?? null) })
}

function currentSearch(): string {
  const text = readHistoryEntry()[typed]
  if (!text) return location.search
  const query = new URLSearchParams(location.search)
  query.set(typed, text)
  return `?${query}`
}

/** The router's view of the address: with the typed text. Links show it without. */
export const useTypedLocation: BaseLocationHook = Object.assign(
  (): [string, typeof navigateTyped] => [useBrowserLocation()[0], navigateTyped],
  { searchHook: () => useLocationProperty(currentSearch), hrefs: (href: string) => takeTyped(href).address },
)

/** Removes the typed text from an address that was opened with it, such as an old bookmark. */
export function hideTyped(): void {
  const here = location.pathname + location.search + location.hash
  if (takeTyped(here).text !== undefined) navigateTyped(here, { replace: true })
}
