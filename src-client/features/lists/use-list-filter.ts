import { alertStatuses, type AlertStatus } from '#shared/contract/alert.ts'
import { useQueryPart } from '#client/lib/use-query-part.ts'

export type ListFilter = {
  find: string
  status: 'ALL' | AlertStatus
  /** Ids of records of the reader's own. */
  email: number | undefined
  phone: number | undefined
}

const names = ['find', 'status', 'email', 'phone'] as const
const idOf = (text: string | null) => Number(text) || undefined
const isStatus = (text: string | null): text is AlertStatus => text !== null && text in alertStatuses

/** The filter and the page of a list, which live in the address: Back, a bookmark and a log-in in between keep them. */
export function useListFilter() {
  const { query, hrefWith, change } = useQueryPart()
  const status = query.get('status')
  const filter: ListFilter = {
    find: query.get('find') ?? '',
    status: isStatus(status) ? status : 'ALL',
    email: idOf(query.get('email')),
    phone: idOf(query.get('phone')),
  }
  return {
    filter,
    page: Math.max(1, Math.trunc(Number(query.get('page'))) || 1),
    filtered: names.some((name) => query.has(name)),
    hrefFor: (page: number) => hrefWith({ page: page > 1 ? String(page) : '' }),
    /** Another filter begins at the first page; '' takes a part of it away. */
    set: (part: Partial<Record<(typeof names)[number], string>>) => change({ ...part, page: '' }, { replace: true }),
    clear: () => change(Object.fromEntries([...names, 'page'].map((name) => [name, ''])), { replace: true }),
    /** The filter as the lists' calls take it. */
    input: { filterText: filter.find, emailAddressId: filter.email, phoneNumberId: filter.phone },
  }
}

export type ListFilterState = ReturnType<typeof useListFilter>
