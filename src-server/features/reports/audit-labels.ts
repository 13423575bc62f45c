import { alertStatuses } from '#shared/contract/alert.ts'
import { accountLabels, phoneFormatLabel, phoneFormats, userTypeLabel } from '#shared/contract/labels/account.ts'
import {
  filterLabels,
  formerLastNameLabel,
  recipientListLabels,
  validatedLabel,
  matchOptionTexts,
} from '#shared/contract/labels/alert.ts'
import { feedLabels, nameOrderLabels } from '#shared/contract/labels/feed.ts'
import { legacyCountLabels, legacyLabels } from '#shared/contract/labels/legacy.ts'
import { rollChangeLabels, rollVersionLabels } from '#shared/contract/labels/roll.ts'
import { messages } from '#shared/contract/messages.ts'
import type { NoticeChangeAct } from '#shared/contract/notice-change.ts'
import { userStatuses } from '#shared/contract/roles.ts'
import { suppressionReasons } from '#shared/domain/recipient/suppression-reasons.ts'
import type { AuditType } from '#shared/node/platform/database/types/audit.ts'

/**
 * Shown for a row that was deleted, or whose name the reader may not see. Otherwise we show the name, since staff do
 * not know rows by their ids.
 */
export const hiddenNames = {
  email: 'an unavailable address',
  phone: 'an unavailable number',
  user: 'an unavailable user',
  alert: 'an unavailable alert',
} as const
export type RowKind = keyof typeof hiddenNames

/** How the report shows a field of an audit row's old and new values. */
export type AuditLabel = {
  /** The label on the screens; for a recipient, depends on its channel. */
  label: string | { EMAIL: string; PHONE: string }
  /** How to format a value: labels of its codes, or a format. Absent, the value is shown as it is. */
  format?: Readonly<Record<string, string>> | 'yesNo' | 'onOff' | 'day' | 'target' | 'columns'
  /** The kind of rows that its ids name; `recipient` is an email or a phone, by the row's channel. */
  of?: RowKind | 'recipient'
  /** Shown for an empty value; 'nothing' if absent. */
  none?: string
  unit?: string
  /** Names the row's subject, so it appears even if unchanged. */
  always?: true
  /** Appears only if it changed: otherwise a column, or the description, shows it. */
  changed?: true
  /** A switch that is off by default: for something new it appears only if on. */
  offAtFirst?: true
}

const recipient = { EMAIL: 'Email', PHONE: 'Phone' }
const status: AuditLabel = { label: 'Status', format: { ALL: 'All', ...userStatuses, ...alertStatuses } }
const role: AuditLabel = { label: userTypeLabel }
const toSwitch = (label: string): AuditLabel => ({ label, format: 'yesNo', offAtFirst: true })
/** Fields for which the label of a screen is enough. */
const toAuditLabels = (labels: Record<string, string>) =>
  Object.fromEntries(Object.entries(labels).map(([key, label]): [string, AuditLabel] => [key, { label }]))

const undoneChanges: Readonly<Record<NoticeChangeAct, string>> = {
  recipient: 'Recipient taken from an alert',
  number: 'Number marked as one that takes no texts',
  off: 'Alert turned off',
  paused: 'Alert paused',
  narrowed: 'Alert made to leave out more records',
  criteria: 'Criteria changed',
  deleted: 'Alert deleted',
  account: 'Account deactivated',
}

/** A user's own fields, in audit rows about accounts and passwords. */
const user: Record<string, AuditLabel> = {
  ...toAuditLabels(accountLabels),
  role,
  status,
  pendingEmail: { label: 'New email, not verified yet' },
  phoneFormatType: { label: phoneFormatLabel, format: phoneFormats },
}

/**
 * The labels for the old and new values of audit rows, by the row's type and the field's name; null if the row's
 * description says it already, or if only programs need it. Fields of the settings pages have theirs in
 * shared/settings. A test checks the table against what the program writes.
 */
export const auditLabels: Partial<Record<AuditType, Record<string, AuditLabel | null>>> = {
  ACCOUNT: user,
  PASSWORD: { status, authenticator: { label: 'Authenticator app', format: 'onOff' } },
  ALERT: {
    id: null,
    name: { label: 'Alert', always: true },
    userId: { label: 'User', of: 'user', none: messages.migratedOwner, changed: true },
    criteria: { label: 'Criteria' },
    formerLastName: { label: formerLastNameLabel, none: 'none' },
    status,
    pausedUntil: { label: 'Paused until', format: 'day', none: 'not paused' },
    nicknames: toSwitch(matchOptionTexts.nicknames),
    soundAlikes: toSwitch(matchOptionTexts.soundAlikes),
    typingSlips: toSwitch(matchOptionTexts.typingSlips),
    formerName: toSwitch(matchOptionTexts.formerName),
    allWords: toSwitch(matchOptionTexts.allWords),
    notByInitial: toSwitch(matchOptionTexts.notByInitial),
    // Undecided in alerts from before there were grades, and of callers that do not say.
    possible: { label: matchOptionTexts.possible, format: 'yesNo', none: 'not chosen' },
    middleName: { label: 'Middle name left out' },
    coOwner: { label: 'Co-owner left out' },
    spelling: { label: 'Possible matches left out' },
    emails: { label: recipientListLabels.EMAIL },
    phones: { label: recipientListLabels.PHONE, format: 'target' },
    alerts: { label: 'Alerts shown', of: 'alert' },
    total: { label: 'Total alerts' },
    undone: { label: 'Undone', format: undoneChanges },
    alertIds: { label: 'Alerts changed', of: 'alert' },
  },
  RECIPIENT: {
    channel: null,
    target: { label: recipient, format: 'target', always: true },
    validated: { label: validatedLabel, format: 'yesNo' },
    verified: null,
    alerts: { label: 'Alerts that go there now' },
  },
  SUPPRESSION: {
    channel: null,
    target: { label: recipient, format: 'target' },
    recipientId: { label: recipient, of: 'recipient' },
    alertId: { label: 'Alert', of: 'alert' },
    reason: { label: 'Suppressed because', format: suppressionReasons },
  },
  NOTICE: {
    record: { label: 'Record' },
    alert: { label: 'Alert' },
    spelling: { label: 'Possible match' },
    // The number that was texted, or the row's description, identifies it.
    notice: null,
    // The description counts the records, and says why they had failed.
    notices: null,
    reason: null,
    target: { label: 'Sent to', format: 'target' },
    number: { label: 'Phone', format: 'target' },
    state: null,
    dealtWith: null,
    by: { label: 'Resolved by' },
    backupAt: { label: 'Time of the backup' },
    emailsInDoubt: { label: 'Emails that may have been sent' },
    textsInDoubt: { label: 'Texts that may have been sent' },
    heldInDoubt: { label: 'Held notices that may have been sent' },
    lastRecords: { label: 'Last records' },
    messagesInDoubt: { label: 'Messages that may have been sent' },
    newMessages: { label: 'Messages created since' },
  },
  FEED: {
    name: { label: feedLabels.name, changed: true },
    time_zone: { label: feedLabels.timeZone, none: 'the county’s' },
    name_order: {
      label: feedLabels.nameOrder,
      format: nameOrderLabels,
      none: 'not stated',
    },
    name_width: { label: feedLabels.nameWidth, unit: 'characters', none: 'no limit' },
    column_mapping: { label: feedLabels.columns, format: 'columns', none: 'our names' },
    double_space_splits: toSwitch(feedLabels.doubleSpace),
    loses_leading_zeros: toSwitch(feedLabels.zeros),
    // About the parcel roll. Staff know a version by its file, which the row's description names.
    roll: null,
    file: { label: rollVersionLabels.file },
    bytes: { label: 'File size', unit: 'bytes' },
    parcels: { label: rollVersionLabels.parcels },
    ...toAuditLabels(rollChangeLabels),
    failure: { label: 'Reason' },
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
    letters: { label: 'Warnings sent' },
    rows: { label: 'Rows purged' },
    before: { label: 'Rows from before', format: 'day' },
    olderThanDays: { label: 'Records older than', unit: 'days' },
  },
  EXPORT: {
    filterText: { label: filterLabels.find, none: 'everything' },
    statusType: status,
    accountId: { label: 'User', of: 'user' },
    userId: { label: 'User', of: 'user' },
    emailAddressId: { label: 'Email', of: 'email' },
    phoneNumberId: { label: 'Phone', of: 'phone' },
    includeInactive: { label: filterLabels.includeInactive, format: 'yesNo' },
  },
  MIGRATION: {
    run: null,
    restores: null,
    message: { label: 'Error' },
    ...toAuditLabels(legacyLabels),
    ...toAuditLabels(legacyCountLabels),
    emailsRead: { label: 'Email addresses read' },
    alertsRead: { label: 'Alerts read' },
    recordsMatchedAgain: { label: 'Records matched again' },
  },
}
