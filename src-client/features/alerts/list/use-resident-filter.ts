import { alertStatuses, type AlertStatus } from '#shared/contract/alert.ts'
import { useListFilter } from '#client/components/list/use-list-filter.ts'

export type OwnFilter = {
  find: string
  status: 'ALL' | AlertStatus
  /** Ids of records of the reader's own. */
  email: number | undefined
  phone: number | undefined
}

const names = ['find', 'status', 'email', 'phone'] as const
const idOf = (text: string | null) => Number(text) || undefined
const isStatus = (text: string | null): text is AlertStatus => text !== null && text in alertStatuses

/** The filter of My Alerts and of Alert History. */
export function useOwnFilter() {
  const { query, ...state } = useListFilter(names)
  const status = query.get('status')
  const filter: OwnFilter = {
    find: query.get('find') ?? '',
    status: isStatus(status) ? status : 'ALL',
    email: idOf(query.get('email')),
    phone: idOf(query.get('phone')),
  }
  return {
    ...state,
    filter,
    /** The filter as the lists' calls take it. */
    input: { filterText: filter.find, emailAddressId: filter.email, phoneNumberId: filter.phone },
  }
}

export type OwnFilterState = ReturnType<typeof useOwnFilter>
