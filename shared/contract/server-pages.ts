/**
 * The pages that the server renders itself (src-server/http/pages), by the start of their address; a ticket or signed
 * token follows. The app does not handle these addresses.
 */
export const serverPages = [
  '/AllowAuthenticator',
  '/CompleteRegistration',
  '/ConfirmEmail',
  '/ConfirmPhone',
  '/ConfirmProfileEmail',
  '/keep',
  '/notice',
  '/seeUsernames',
  '/undo',
  '/unsubscribe',
] as const
export type ServerPage = (typeof serverPages)[number]
