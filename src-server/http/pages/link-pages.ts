import { allowAuthenticatorPage } from './allow-authenticator-page.ts'
import { completeRegistrationPage } from './complete-registration-page.ts'
import { confirmEmailPage } from './confirm-email-page.ts'
import { confirmPhonePage } from './confirm-phone-page.ts'
import { confirmProfileEmailPage } from './confirm-profile-email-page.ts'
import { keepAlertsPage } from './keep-alerts-page.ts'
import type { LinkPage } from './kit/page-routes.ts'
import { noticePage } from './notice/notice-page.ts'
import { seeUsernamesPage } from './see-usernames-page.ts'
import { undoChangesPage } from './undo-changes-page.ts'
import { unsubscribePage } from './unsubscribe-page.ts'

/** The pages that messages link to, other than the app's. */
export const linkPages: readonly LinkPage[] = [
  allowAuthenticatorPage,
  completeRegistrationPage,
  confirmEmailPage,
  confirmPhonePage,
  confirmProfileEmailPage,
  keepAlertsPage,
  noticePage,
  seeUsernamesPage,
  undoChangesPage,
  unsubscribePage,
]
