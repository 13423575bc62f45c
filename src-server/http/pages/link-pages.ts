import type { LinkPage } from './kit/page-routes.ts'
import { confirmEmailPage } from './confirm-email-page.ts'
import { undoChangesPage } from './undo-changes-page.ts'

/** The pages that messages link to, besides the app's. */
export const linkPages: readonly LinkPage[] = [confirmEmailPage, undoChangesPage]
