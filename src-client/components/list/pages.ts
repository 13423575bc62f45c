import { pageSize } from '#shared/contract/paging.ts'

const numbersShown = 10
/** Above this number of pages there are jumps of ten. */
const jumpsAbove = 30

/** The number of pages for `total` rows; an empty list still has one. */
export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

/** The page nearest to `page` that exists. */
export function clampPage(page: number, pages: number): number {
  return Math.min(Math.max(1, Math.trunc(page) || 1), pages)
}

/** The ten page numbers around the current one, or fewer if there are fewer pages. */
export function pageNumbers(page: number, pages: number): number[] {
  const count = Math.min(numbersShown, pages)
  const first = Math.min(Math.max(1, page - 4), pages - count + 1)
  return Array.from({ length: count }, (_, index) => first + index)
}

export function hasJumps(pages: number): boolean {
  return pages > jumpsAbove
}

/** The rows that a page shows: the a, b and n of 'Displaying Results: a-b of n'. */
export function rowRange(page: number, total: number): { from: number; to: number; total: number } {
  const current = clampPage(page, pageCount(total))
  return { from: total === 0 ? 0 : (current - 1) * pageSize + 1, to: Math.min(current * pageSize, total), total }
}
