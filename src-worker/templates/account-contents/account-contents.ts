import type { NoticeTemplates } from '#shared/node/domain/notices/notice-templates.ts'
import * as alert from './alert-contents.ts'
import type { ContentOf } from './content.ts'
import * as county from './county-contents.ts'
import * as login from './login-contents.ts'

/** The content of each account email. */
export const accountContents = {
  registration: login.registration,
  'taken-username': login.taken,
  'forgot-username': login.forgotUsername,
  'password-reset': login.passwordReset,
  'confirm-profile-email': login.confirmProfileEmailContent,
  'account-locked': login.locked,
  'see-usernames': login.seeUsernames,
  'email-change-asked': login.emailChangeAsked,
  'authenticator-link': login.authenticatorLink,
  'password-changed': ({ username }, { labels }) => ({
    subject: labels.account.password.subject,
    lines: [
      username ? labels.account.password.what({ username }) : labels.account.password.whatNameless,
      labels.account.password.todo,
    ],
  }),
  'authenticator-changed': ({ username, change }, { labels }) => ({
    subject: labels.account.authenticator[change].subject,
    lines: [
      username
        ? labels.account.authenticator[change].what({ username })
        : labels.account.authenticator[change].whatNameless,
      labels.account.authenticator[change].todo,
    ],
  }),
  'administrator-added': ({ username, by, role }, { labels }) => ({
    subject: labels.account.administrator.subject,
    lines: [
      username
        ? labels.account.administrator.what({ username, by, role })
        : labels.account.administrator.whatNameless({ role }),
      labels.account.administrator.todo,
    ],
    button: { path: '/controlPanel/users', text: labels.account.administrator.button },
  }),
  'email-changed': ({ username }, { labels }) => ({
    subject: labels.account.email.subject,
    lines: [
      username ? labels.account.email.what({ username }) : labels.account.email.whatNameless,
      labels.account.email.todo,
    ],
  }),
  'recipient-stopped': alert.recipientStopped,
  'notices-changed': alert.noticesChanged,
  'account-deleted': alert.accountDeleted,
  'changes-undone': alert.changesUndone,
  'migration-ended': county.migrationEnded,
  'keep-alerts': alert.keepAlertsContent,
  'database-restored': county.databaseRestored,
  'record-reported': county.recordReported,
  'records-reported': county.recordsReported,
} satisfies { [T in keyof NoticeTemplates]?: ContentOf<T> }
