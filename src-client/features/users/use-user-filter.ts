import { type UserStatus, userStatuses } from '#shared/contract/roles.ts'
import { useListFilter } from '#client/components/list/use-list-filter.ts'
import { lookupFilterNames, readLookupFilters } from '#client/components/lookup/lookup-filters.tsx'

const names = ['find', 'status', ...lookupFilterNames] as const

const isStatus = (text: string | null): text is UserStatus => text !== null && text in userStatuses

/** The filter of the list of users. */
export function useUserFilter() {
  const { query, ...filter } = useListFilter(names)
  const status = query.get('status')
  return {
    ...filter,
    find: query.get('find') ?? '',
    status: isStatus(status) ? status : ('ALL' as const),
    ...readLookupFilters(query),
  }
}
export type UserFilter = ReturnType<typeof useUserFilter>

/** The list's filter as API input. */
export const userListInput = ({ find, status, user, email, phone }: UserFilter) => ({
  filterText: find,
  statusType: status,
  accountId: user,
  emailAddressId: email,
  phoneNumberId: phone,
})
