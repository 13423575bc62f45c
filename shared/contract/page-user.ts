/**
 * Header in which a call of the screens says for which user its page was opened: the user's id, or `nobody`. In another
 * user's session the call is refused (decisions, section 4); a call without it, as of REST callers, is served.
 */
export const pageUserHeader = 'x-page-user'

/** Value of the header from a page that was opened while nobody was logged in. */
export const nobody = 'nobody'

/** The header's value: a user's id; null for a page of nobody, also where it cannot be read; undefined without one. */
export function readPageUser(header: string | string[] | undefined): number | null | undefined {
  if (header === undefined) return undefined
  return /^[1-9]\d{0,14}$/.test(String(header)) ? Number(header) : null
}
