import { useListFilter } from '#client/components/list/use-list-filter.ts'

const names = ['find'] as const

/** The filter of the panel's lists of emails and phones. */
export function useRecipientFilter() {
  const { query, ...filter } = useListFilter(names)
  return { ...filter, find: query.get('find') ?? '' }
}
export type RecipientFilter = ReturnType<typeof useRecipientFilter>
