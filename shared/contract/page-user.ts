/**
 * Header of the screens' calls with the user for whom the page was opened: the user's id, or `nobody`. The server
 * refuses the call in another user's session, but serves calls without the header, such as REST calls.
 */
export const pageUserHeader = 'x-page-user'

/** The header's value from a page opened before anyone logged in. */
export const nobody = 'nobody'

/** The user's id in the header; null for `nobody` or an invalid value; undefined without the header. */
export function parsePageUser(header: string | string[] | undefined): number | null | undefined {
  if (header === undefined) return undefined
  return /^[1-9]\d{0,14}$/.test(String(header)) ? Number(header) : null
}
