import type { LinkPage } from './kit/page-routes.ts'
import { allowAuthenticatorPage } from './allow-authenticator-page.ts'
import { confirmEmailPage } from './confirm-email-page.ts'

/** The pages that messages link to, besides the app's. */
export const linkPages: readonly LinkPage[] = [confirmEmailPage, allowAuthenticatorPage]
