import type { AlertType, Channel } from '#shared/contract/alert.ts'
import type { NoticeChangeLine } from '#shared/contract/notice-change.ts'
import type { Role } from '#shared/contract/roles.ts'

type KeepAlerts = { username: string; day: string; lastActive: string }

/**
 * The county's date of the deletion, 'YYYY-MM-DD', and the language of the account, which no longer exists when the
 * message is sent.
 */
type AccountDeleted = {
  day: string
  language: string
  /** Whether a purge deleted it because its owner did not use it; absent in rows of an earlier version. */
  unused?: boolean
}

/** The change that ended or moved notices, the county's date of it, and the last day of its undo ('YYYY-MM-DD'). */
type NoticesChanged = {
  changes: NoticeChangeLine[]
  byStaff: boolean
  day: string
  until: string
  /** Whether the account's own email gets it; absent in rows of an earlier version. */
  own?: boolean
}

/** Every message that can be queued, with the data it needs in addition to the rows that the worker reads. */
export type NoticeTemplates = {
  'verify-email': Record<string, never>
  'verify-phone': Record<string, never>
  /**
   * Too many wrong passwords, or wrong codes after the right password, and the consequence. Here and below, `username`
   * is '' if the address was never verified: such a message contains no name.
   */
  'account-locked': {
    username: string
    wrong?: 'password' | 'code'
    now?: 'locked' | 'known browsers only' | 'open'
  }
  /**
   * `usernames` are the other accounts of that address; `askedAt` is the time of the sign-up in the county's time zone,
   * `registrationId` its id.
   */
  registration: {
    usernames: string[]
    askedAt?: string
    registrationId?: number | null
  }
  /**
   * A sample of an alert, after a registration; `alert` is the nickname of one of the account's alerts, or ''. An
   * earlier server leaves out its criteria.
   */
  'sample-alert': { alert: string; alertType?: AlertType; criteria?: string }
  /** To the address that was entered: `username` is taken; `usernames` are the accounts of that address. */
  'taken-username': { username: string; usernames: string[] }
  'forgot-username': { usernames: string[] }
  /** The same for an address that was never verified: a link verifies it and then shows the accounts. */
  'see-usernames': Record<string, never>
  'password-reset': { username: string }
  'password-changed': { username: string }
  /** An authenticator app was set up or turned off by its owner, or reset by staff. */
  'authenticator-changed': { username: string; change: 'on' | 'off' | 'reset' }
  /** To an administrator's own address: a link that allows an authenticator app. */
  'authenticator-link': Record<string, never>
  /** To the administrators of `role`: `username` became one of them, by `by`; both are '' if the address was never verified. */
  'administrator-added': { username: string; by: string; role: Role }
  /** To the new address of an account, with the link that verifies it. */
  'confirm-profile-email': { username: string }
  /** To the current address when a change is requested, with a link that cancels the change. */
  'email-change-asked': { username: string }
  /** Sent to the account's previous address. */
  'email-changed': { username: string }
  /** An address or number of the owner's alerts no longer takes messages; sent to another address. */
  'recipient-stopped': {
    channel: Channel
    target: string
    why: 'bounce' | 'complaint' | 'stop'
    /** Only mail that asks to verify or register is suppressed; notices are still sent. */
    requestsOnly?: true
  }
  /**
   * Before the scheduled purge: the day of the deletion, and the day on which the account was last used, 'YYYY-MM-DD'.
   */
  'keep-alerts': KeepAlerts
  /** The same to a number, if no email address reaches the owner. */
  'keep-alerts-text': KeepAlerts
  /** To every recipient whose notices were ended or moved, with a link that undoes the change. */
  'notices-changed': NoticesChanged
  /** The same to a number. */
  'notices-changed-text': NoticesChanged
  /** To every recipient of an account that staff or a purge deleted. Its row names no user. */
  'account-deleted': AccountDeleted
  /** The same to a number. */
  'account-deleted-text': AccountDeleted
  /**
   * To the county's contact and chosen staff: a reader of such a message said that the change was not theirs, and undid
   * it.
   */
  'changes-undone': { userId: number; byStaff: boolean; day: string; complete: boolean }
  /** To the county's contact, about a migration from the legacy version; `message` says why it failed. */
  'migration-ended': {
    outcome: 'done' | 'failed' | 'restored'
    message: string
    alerts: number
    emails: number
    skipped: number
  }
  /**
   * To technical staff: the database was restored from a backup of that time ('MM/DD/YYYY h:mm a'), and delivery waits
   * for them.
   */
  'database-restored': { from: string }
  /**
   * To the county's contact and chosen staff: a resident reported a record. `document` is its number, or '' for an
   * address that no one verified; `reportId` is the report's page; `contact` is for the county's own contact;
   * `found`: the resident found it themselves; `possible`: it was in their list 'Maybe about you'.
   */
  'record-reported': { document: string; reportId: number; contact: boolean; found?: boolean; possible?: boolean }
  /** A count of the reports that had no email of their own. */
  'records-reported': { count: number; contact: boolean }
  'test-text': Record<string, never>
  /** The answer to HELP. */
  'help-text': Record<string, never>
  /** The answer to YES when more than one request is open for a number. */
  'yes-unclear-text': Record<string, never>
}
export type NoticeTemplate = keyof NoticeTemplates
