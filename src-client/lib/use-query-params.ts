import { useLocation, useSearch } from 'wouter'

/** What changes in the query of the address; '' takes a part away. */
export type QueryChanges = Record<string, string>

/** The query of `search` after the changes, with its '?', or '' where nothing is left. */
export function changedQuery(search: string, changes: QueryChanges): string {
  const query = new URLSearchParams(search)
  for (const [key, value] of Object.entries(changes)) {
    if (value === '') query.delete(key)
    else query.set(key, value)
  }
  const text = query.toString()
  return text && `?${text}`
}

/** The query of the address: what it holds, what it would be after a change, and the change itself. */
export function useQueryPart() {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const hrefWith = (changes: QueryChanges) => path + changedQuery(search, changes)
  return {
    query: new URLSearchParams(search),
    hrefWith,
    /** `replace` makes no step of its own in the browser's history: for what is typed. */
    change: (changes: QueryChanges, { replace = false } = {}) => navigate(hrefWith(changes), { replace }),
  }
}
