import { readStatus, useListFilter } from '#client/components/list/use-list-filter.ts'
import { readLookupFilters } from '#client/components/lookup/lookup-filters.tsx'
import { alertStatuses, type AlertStatus } from '#shared/contract/alert.ts'

export type ResidentFilter = {
  find: string
  status: 'ALL' | AlertStatus
  /** Ids of the reader's own records. */
  email: number | undefined
  phone: number | undefined
}

const names = ['find', 'status', 'email', 'phone'] as const

/** The filter of My Alerts and of Alert History. */
export function useResidentFilter() {
  const { query, ...state } = useListFilter(names)
  const { email, phone } = readLookupFilters(query)
  const filter: ResidentFilter = {
    find: query.get('find') ?? '',
    status: readStatus(query, alertStatuses),
    email,
    phone,
  }
  return {
    ...state,
    filter,
    /** The filter as API input. */
    input: { filterText: filter.find, emailAddressId: filter.email, phoneNumberId: filter.phone },
  }
}

export type ResidentFilterState = ReturnType<typeof useResidentFilter>
