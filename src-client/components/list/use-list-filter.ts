import { useCallback } from 'react'
import { useQueryPart } from '#client/lib/use-query-params.ts'
import { usePagePart } from '#client/lib/use-page-param.ts'

/** What narrows a list, and its page, which live in the address: each part under its name. */
export function useListFilter<Name extends string>(names: readonly Name[]) {
  const { query, change } = useQueryPart()
  const { page, hrefFor } = usePagePart('page')
  return {
    query,
    page,
    hrefFor,
    filtered: names.some((name) => query.has(name)),
    /** The query as it is, for the way to an entry and back. */
    querySuffix: query.size > 0 ? `?${query}` : '',
    /** Another filter begins at the first page; '' takes a part of it away. */
    set: (part: { [name in Name]?: string }) => change({ ...part, page: '' }, { replace: true }),
    clear: () => change(Object.fromEntries([...names, 'page'].map((name) => [name, ''])), { replace: true }),
  }
}

type Find = { find: string; set: (part: { find?: string }) => void }

/** What is typed is asked for once it rests; the field begins with what the address holds. */
export function useFind({ find, set }: Find) {
  return useCallback((text: string) => text !== find && set({ find: text }), [find, set])
}
