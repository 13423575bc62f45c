import { useLocation, useSearch } from 'wouter'

/** Changes to the query parameters; '' removes one. */
type QueryChanges = Record<string, string>

/** The query string of `search` after the changes, with its '?', or '' if nothing is left. */
export function updateQuery(search: string, changes: QueryChanges): string {
  const query = new URLSearchParams(search)
  for (const [key, value] of Object.entries(changes)) {
    if (value === '') query.delete(key)
    else query.set(key, value)
  }
  const text = query.toString()
  return text && `?${text}`
}

/** The query parameters of the address, links with changed parameters, and changing them. */
export function useQueryParams() {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const hrefWith = (changes: QueryChanges) => path + updateQuery(search, changes)
  return {
    query: new URLSearchParams(search),
    hrefWith,
    /** `replace` adds no entry to the browser's history, such as for typed text. */
    change: (changes: QueryChanges, { replace = false } = {}) => navigate(hrefWith(changes), { replace }),
  }
}
