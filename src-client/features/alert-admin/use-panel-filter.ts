import { useCallback } from 'react'
import { alertStatuses, type AlertStatus } from '#shared/contract/alert.ts'
import { useQueryPart } from '#client/lib/use-query-part.ts'

const names = ['find', 'status', 'user', 'email', 'phone', 'inactive'] as const
type Name = (typeof names)[number]

const idOf = (text: string | null) => Number(text) || undefined
const isStatus = (text: string | null): text is AlertStatus => text !== null && text in alertStatuses

/** The filter and the page of the panel's lists, which live in the address. */
export function usePanelFilter() {
  const { query, hrefWith, change } = useQueryPart()
  const status = query.get('status')
  const find = query.get('find') ?? ''
  const set = (part: Partial<Record<Name, string>>) => change({ ...part, page: '' }, { replace: true })
  return {
    find,
    status: isStatus(status) ? status : ('ALL' as const),
    user: idOf(query.get('user')),
    email: idOf(query.get('email')),
    phone: idOf(query.get('phone')),
    includeInactive: query.get('inactive') !== 'hidden',
    page: Math.max(1, Math.trunc(Number(query.get('page'))) || 1),
    filtered: names.some((name) => query.has(name)),
    /** The query as it is, for the way to an entry and back. */
    kept: query.size > 0 ? `?${query}` : '',
    hrefFor: (page: number) => hrefWith({ page: page > 1 ? String(page) : '' }),
    /** Another filter begins at the first page; '' takes a part of it away. */
    set,
    clear: () => change(Object.fromEntries([...names, 'page'].map((name) => [name, ''])), { replace: true }),
  }
}
export type PanelFilter = ReturnType<typeof usePanelFilter>

/** What is typed is asked for once it rests; the field begins with what the address holds. */
export function useFind({ find, set }: Pick<PanelFilter, 'find' | 'set'>) {
  return useCallback((text: string) => text !== find && set({ find: text }), [find, set])
}

/** The panel's list of alerts, narrowed to one recipient or user. */
export const alertsOf = (part: 'email' | 'phone' | 'user', id: number): string => `/controlPanel/alerts?${part}=${id}`
