import { useQueryPart } from './use-query-params.ts'

/** The page of one list among several on a screen, which lives in the address under a name of its own. */
export function usePagePart(name: string): { page: number; hrefFor: (page: number) => string } {
  const { query, hrefWith } = useQueryPart()
  return {
    page: Math.max(1, Math.trunc(Number(query.get(name))) || 1),
    hrefFor: (page) => hrefWith({ [name]: page > 1 ? String(page) : '' }),
  }
}
