import { useCallback } from 'react'
import { usePageParam } from '#client/lib/use-page-param.ts'
import { useQueryParams } from '#client/lib/use-query-params.ts'

/**
 * The filter of a list and its page, kept in the address, one parameter each; typed text is kept in the history
 * (history-entry.ts).
 */
export function useListFilter<Name extends string>(names: readonly Name[]) {
  const { query, change } = useQueryParams()
  const { page, hrefFor } = usePageParam('page')
  return {
    query,
    page,
    hrefFor,
    filtered: names.some((name) => query.has(name)),
    /** The current query, for the links to an entry and back. */
    querySuffix: query.size > 0 ? `?${query}` : '',
    /** A new filter starts at the first page; '' removes a parameter. */
    set: (part: { [name in Name]?: string }) => change({ ...part, page: '' }, { replace: true }),
    clear: () => change(Object.fromEntries([...names, 'page'].map((name) => [name, ''])), { replace: true }),
  }
}

type Find = { find: string; set: (part: { find?: string }) => void }

/** Applies the text once typing pauses. The field starts with the text of the history's entry. */
export function useFind({ find, set }: Find) {
  return useCallback((text: string) => text !== find && set({ find: text }), [find, set])
}

/** The status that filters a list, or ALL. */
export function readStatus<Status extends string>(
  query: URLSearchParams,
  statuses: Record<Status, unknown>,
): 'ALL' | Status {
  const isStatus = (text: string): text is Status => Object.hasOwn(statuses, text)
  const status = query.get('status') ?? ''
  return isStatus(status) ? status : 'ALL'
}
