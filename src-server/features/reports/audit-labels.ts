import { alertStatuses } from '#shared/contract/alert.ts'
import { messages } from '#shared/contract/messages.ts'
import { userStatuses } from '#shared/contract/roles.ts'
import type { AuditType } from '#shared/node/platform/database/types.ts'
import { suppressionReasons } from '#shared/domain/recipient/suppression-reasons.ts'

/**
 * What the number of a row stands for; it is looked up, since nobody knows rows by their numbers. The words are for what
 * was deleted since, and for what the reader may not see.
 */
export const numbered = {
  email: 'an address that cannot be shown',
  phone: 'a number that cannot be shown',
  user: 'a user who cannot be shown',
  alert: 'an alert that cannot be shown',
} as const
export type Numbered = keyof typeof numbered

/** How the report says a field of the old and new values of an audit row. */
export type Word = {
  /** As on the screens. Of a recipient, by what it is. */
  label: string | { EMAIL: string; PHONE: string }
  /** How a value is said: the words of its codes, or a form. As it stands where absent. */
  say?: Readonly<Record<string, string>> | 'yesNo' | 'onOff' | 'day' | 'target' | 'columns'
  /** Its numbers are those of such rows; `recipient` is an email or a phone, by the channel beside it. */
  of?: Numbered | 'recipient'
  /** For no value; 'nothing' where absent. */
  none?: string
  unit?: string
  /** Says what the row is about: said even where it stayed the same. */
  always?: true
  /** Said only where it is another one than before: a column, or the description, says who or which it is. */
  changed?: true
  /** A switch that is off where something is made: only what was turned on is said then. */
  offAtFirst?: true
}

const recipient = { EMAIL: 'Email', PHONE: 'Phone' }
const status: Word = { label: 'Status', say: { ALL: 'All', ...userStatuses, ...alertStatuses } }
const role: Word = { label: 'User type' }

/** A user's own fields; of the log of accounts and of passwords. */
const user: Record<string, Word> = {
  username: { label: 'Username' },
  role,
  status,
  firstName: { label: 'First name' },
  lastName: { label: 'Last name' },
  email: { label: 'Email' },
  pendingEmail: { label: 'New email, not confirmed yet' },
  company: { label: 'Company' },
  address: { label: 'Address' },
  city: { label: 'City' },
  state: { label: 'State' },
  zip: { label: 'Zip' },
  phoneFormatType: { label: 'Phone format', say: { STANDARD: 'Standard', INTERNATIONAL: 'International' } },
  phone: { label: 'Phone' },
}

/**
 * The words for the old and new values of audit rows, by the row's type and by the name of the field; null for what
 * the description of the row says already, or what only programs need. Fields of the settings pages have theirs in
 * shared/settings. A test holds the table to what the program writes.
 */
export const words: Partial<Record<AuditType, Record<string, Word | null>>> = {
  ACCOUNT: user,
  PASSWORD: { status, authenticator: { label: 'Authenticator app', say: 'onOff' } },
  ALERT: {
    id: null,
    name: { label: 'Alert', always: true },
    userId: { label: 'User', of: 'user', none: messages.migratedOwner, changed: true },
    criteria: { label: 'Watches' },
    status,
    pausedUntil: { label: 'Paused until', say: 'day', none: 'not paused' },
    nicknames: { label: 'Nicknames', say: 'yesNo', offAtFirst: true },
    soundAlikes: { label: 'Names that sound alike', say: 'yesNo', offAtFirst: true },
    allWords: { label: 'Longer names that hold all these words', say: 'yesNo', offAtFirst: true },
    notByInitial: { label: 'Leave out records that show only a first initial', say: 'yesNo', offAtFirst: true },
    emails: { label: 'Emails' },
    phones: { label: 'Texts', say: 'target' },
    alerts: { label: 'Alerts shown', of: 'alert' },
    total: { label: 'Alerts in all' },
  },
  RECIPIENT: {
    channel: null,
    target: { label: recipient, say: 'target', always: true },
    validated: { label: 'Validated', say: 'yesNo' },
    verified: null,
  },
  SUPPRESSION: {
    channel: null,
    target: { label: recipient, say: 'target' },
    recipientId: { label: recipient, of: 'recipient' },
    alertId: { label: 'Alert', of: 'alert' },
    reason: { label: 'Had been stopped', say: suppressionReasons },
  },
  NOTICE: {
    record: { label: 'Record' },
    // Beside it stands the number that it went to, or the description of the row says which it is and from what to what.
    notice: null,
    target: { label: 'Sent to', say: 'target' },
    number: { label: 'Phone', say: 'target' },
    state: null,
    dealtWith: null,
    by: { label: 'Dealt with by' },
    backupAt: { label: 'Time of the backup' },
    emailsInDoubt: { label: 'Emails that may have been sent' },
    textsInDoubt: { label: 'Texts that may have been sent' },
    heldInDoubt: { label: 'Held notices that may have been sent' },
    lastRecords: { label: 'Last records' },
    messagesInDoubt: { label: 'Messages that may have been sent' },
    newMessages: { label: 'Messages decided since' },
  },
  FEED: {
    name: { label: 'Name', changed: true },
    time_zone: { label: 'Time zone of its times', none: 'the county’s own' },
    name_order: {
      label: 'Order of names',
      say: { LAST_FIRST: 'Last name first', FIRST_LAST: 'First name first' },
      none: 'not stated',
    },
    name_width: { label: 'Names are cut at', unit: 'characters', none: 'no length' },
    column_mapping: { label: 'Columns', say: 'columns', none: 'by our names' },
    double_space_splits: { label: 'Two spaces part joint names', say: 'yesNo', offAtFirst: true },
    loses_leading_zeros: { label: 'Parcel ids have lost their leading zeros', say: 'yesNo', offAtFirst: true },
  },
  LOCKOUT: { sessions: { label: 'Sessions ended' } },
  LOGOUT: { ended: { label: 'Sessions ended' }, resetLinks: { label: 'Password reset links ended' } },
  PURGE: {
    run: null,
    activeBefore: { label: 'Last active before' },
    found: { label: 'Users found' },
    role,
    status,
    lastActive: { label: 'Last active' },
    purged: { label: 'Users deleted' },
    letters: { label: 'Letters written' },
    rows: { label: 'Rows purged' },
    before: { label: 'From before', say: 'day' },
    olderThanDays: { label: 'Records older than', unit: 'days' },
  },
  EXPORT: {
    filterText: { label: 'Find', none: 'everything' },
    statusType: status,
    accountId: { label: 'User', of: 'user' },
    userId: { label: 'User', of: 'user' },
    emailAddressId: { label: 'Email', of: 'email' },
    phoneNumberId: { label: 'Phone', of: 'phone' },
    includeInactive: { label: 'Include inactive', say: 'yesNo' },
  },
  MIGRATION: {
    run: null,
    restores: null,
    message: { label: 'What went wrong' },
    databaseAddress: { label: 'Database address' },
    databaseName: { label: 'Database name' },
    username: { label: 'Username' },
    countyCode: { label: 'County code' },
    emailsRead: { label: 'Email addresses read' },
    alertsRead: { label: 'Alerts read' },
    emailsTaken: { label: 'Email addresses taken over' },
    alertsTaken: { label: 'Alerts taken over' },
    emailsSkipped: { label: 'Email addresses left out' },
    alertsSkipped: { label: 'Alerts left out' },
    emailsJoined: { label: 'Addresses there under several numbers, taken once' },
    emailsUnverified: { label: 'Addresses not verified in the old version; they count as verified now' },
    otherCountyEmails: { label: 'Email addresses of other county codes, not read' },
    otherCountyAlerts: { label: 'Alerts of other county codes, not read' },
    emailsWiped: { label: 'Email addresses wiped' },
    alertsWiped: { label: 'Alerts wiped' },
    emailsRestored: { label: 'Email addresses put back' },
    alertsRestored: { label: 'Alerts put back' },
    recordsMatchedAgain: { label: 'Records matched again' },
  },
}
