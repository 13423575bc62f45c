import { readStatus, useListFilter } from '../list/use-list-filter.ts'
import { lookupFilterNames, readLookupFilters } from '../lookup/lookup-filters.tsx'

/** A list of the panel: the names of its texts, and its filters other than Find. */
export type PanelList<Status extends string> = {
  texts: 'users' | 'alertAdmin.alerts' | 'alertAdmin.emails' | 'alertAdmin.phones'
  /** One email, phone or user, each chosen in a dialog. */
  hasLookups?: boolean
  statuses?: Record<Status, string>
  statusLabel?: (status: 'ALL' | Status) => string
  /** The label of a checkbox that includes inactive rows, and its help for when it has no effect. */
  inactive?: { label: () => string; onlyAll: () => string }
}

/** The filter of a list of the panel, kept as useListFilter says. */
export function usePanelFilter<Status extends string>({ hasLookups, statuses, inactive }: PanelList<Status>) {
  const { query, ...filter } = useListFilter([
    'find',
    ...(statuses ? (['status'] as const) : []),
    ...(hasLookups ? lookupFilterNames : []),
    ...(inactive ? (['inactive'] as const) : []),
  ])
  return {
    ...filter,
    find: query.get('find') ?? '',
    status: statuses ? readStatus(query, statuses) : ('ALL' as const),
    ...readLookupFilters(query),
    includeInactive: query.get('inactive') !== 'hidden',
  }
}
export type PanelFilter<Status extends string> = ReturnType<typeof usePanelFilter<Status>>
