import { alertStatuses, type AlertStatus } from '#shared/contract/alert.ts'
import { useListFilter } from '#client/components/list/use-list-filter.ts'
import { lookupFilterNames, readLookupFilters } from '#client/components/lookup/lookup-filters.tsx'

const names = ['find', 'status', ...lookupFilterNames, 'inactive'] as const

const isStatus = (text: string | null): text is AlertStatus => text !== null && text in alertStatuses

/** The filter of the panel's list of alerts. */
export function usePanelFilter() {
  const { query, ...filter } = useListFilter(names)
  const status = query.get('status')
  return {
    ...filter,
    find: query.get('find') ?? '',
    status: isStatus(status) ? status : ('ALL' as const),
    ...readLookupFilters(query),
    includeInactive: query.get('inactive') !== 'hidden',
  }
}
export type PanelFilter = ReturnType<typeof usePanelFilter>
