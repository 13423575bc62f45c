import { alertStatuses, type AlertStatus } from '#shared/contract/alert.ts'
import { useListFilter } from '#client/components/list/use-list-filter.ts'

export type ResidentFilter = {
  find: string
  status: 'ALL' | AlertStatus
  /** Ids of the reader's own records. */
  email: number | undefined
  phone: number | undefined
}

const names = ['find', 'status', 'email', 'phone'] as const
const parseId = (text: string | null) => Number(text) || undefined
const isStatus = (text: string | null): text is AlertStatus => text !== null && text in alertStatuses

/** The filter of My Alerts and of Alert History. */
export function useResidentFilter() {
  const { query, ...state } = useListFilter(names)
  const status = query.get('status')
  const filter: ResidentFilter = {
    find: query.get('find') ?? '',
    status: isStatus(status) ? status : 'ALL',
    email: parseId(query.get('email')),
    phone: parseId(query.get('phone')),
  }
  return {
    ...state,
    filter,
    /** The filter as API input. */
    input: { filterText: filter.find, emailAddressId: filter.email, phoneNumberId: filter.phone },
  }
}

export type ResidentFilterState = ReturnType<typeof useResidentFilter>
