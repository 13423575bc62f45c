import type { NoticeTemplate } from './notice-templates.ts'

/**
 * The purpose of a message, which decides what may keep it from a recipient (`deliverable` in the database).
 * - `match`: a notice about a record.
 * - `weekly`: the weekly email of possible matches.
 * - `verify`, `register`: asks to verify an address, or to register; anyone can have it sent to any address.
 * - `security`: about the password or the safety of an account.
 * - `service`: everything else.
 */
export type MailKind = 'match' | 'weekly' | 'verify' | 'register' | 'security' | 'service'

/** The kind of each message whose own kind does not say it. */
export const mailKinds: Readonly<Record<NoticeTemplate, Exclude<MailKind, 'match' | 'weekly'>>> = {
  'verify-email': 'verify',
  'verify-phone': 'verify',
  registration: 'register',
  'taken-username': 'register',
  'confirm-profile-email': 'register',
  'forgot-username': 'security',
  'see-usernames': 'register',
  'password-reset': 'security',
  'account-locked': 'security',
  'password-changed': 'security',
  'authenticator-changed': 'security',
  'administrator-added': 'security',
  'authenticator-link': 'security',
  'email-changed': 'security',
  'email-change-asked': 'security',
  'notices-changed': 'security',
  'notices-changed-text': 'security',
  'account-deleted': 'security',
  'account-deleted-text': 'security',
  'changes-undone': 'service',
  'sample-alert': 'service',
  'recipient-stopped': 'service',
  'keep-alerts': 'service',
  'keep-alerts-text': 'service',
  'migration-ended': 'service',
  'database-restored': 'service',
  'record-reported': 'service',
  'records-reported': 'service',
  'test-text': 'service',
  'help-text': 'service',
  'yes-unclear-text': 'service',
}
