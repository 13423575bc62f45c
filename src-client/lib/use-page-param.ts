import { useQueryParams } from './use-query-params.ts'

/** The page of one of several lists on a screen, kept in the address under its own name. */
export function usePageParam(name: string): { page: number; hrefFor: (page: number) => string } {
  const { query, hrefWith } = useQueryParams()
  return {
    page: Math.max(1, Math.trunc(Number(query.get(name))) || 1),
    hrefFor: (page) => hrefWith({ [name]: page > 1 ? String(page) : '' }),
  }
}
