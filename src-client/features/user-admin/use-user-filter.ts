import { useCallback } from 'react'
import { type UserStatus, userStatuses } from '#shared/contract/roles.ts'
import { useQueryPart } from '#client/lib/use-query-part.ts'

const names = ['find', 'status'] as const

const isStatus = (text: string | null): text is UserStatus => text !== null && text in userStatuses

/** The filter and the page of the list of users, which live in the address. */
export function useUserFilter() {
  const { query, hrefWith, change } = useQueryPart()
  const status = query.get('status')
  const set = (part: Partial<Record<(typeof names)[number], string>>) =>
    change({ ...part, page: '' }, { replace: true })
  return {
    find: query.get('find') ?? '',
    status: isStatus(status) ? status : ('ALL' as const),
    page: Math.max(1, Math.trunc(Number(query.get('page'))) || 1),
    filtered: names.some((name) => query.has(name)),
    /** The query as it is, for the way to a user and back. */
    kept: query.size > 0 ? `?${query}` : '',
    hrefFor: (page: number) => hrefWith({ page: page > 1 ? String(page) : '' }),
    /** Another filter begins at the first page; '' takes a part of it away. */
    set,
    clear: () => change(Object.fromEntries([...names, 'page'].map((name) => [name, ''])), { replace: true }),
  }
}
export type UserFilter = ReturnType<typeof useUserFilter>

/** The list's criteria as its calls take them. */
export const criteriaOf = ({ find, status }: UserFilter) => ({ filterText: find, statusType: status })

/** What is typed is asked for once it rests; the field begins with what the address holds. */
export function useFind({ find, set }: Pick<UserFilter, 'find' | 'set'>) {
  return useCallback((text: string) => text !== find && set({ find: text }), [find, set])
}
