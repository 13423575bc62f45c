import { expect, test } from 'vitest'
import type { AuditType } from '#shared/node/platform/database/types/audit.ts'
import { describeChanges } from './describe-changes.ts'
import type { RowNames } from './format-value.ts'

const names: RowNames = {
  email: new Map([[9, 'ada@example.org']]),
  phone: new Map([[4, '(612) 555-0134']]),
  user: new Map([[7, 'ada.holt']]),
  alert: new Map([[3, 'Home']]),
}
const of = (type: AuditType, oldValue: unknown, newValue: unknown) =>
  describeChanges({ type, oldValue, newValue }, names)

const mapping = { documentIdentifier: 'Doc No', recordedAt: ['Rec Date', 'Date'], parties: [{ name: 'Grantor' }] }

test.each<[string, AuditType, unknown, unknown, string]>([
  ['nothing recorded', 'LOGIN', null, null, ''],
  ['no record', 'ACCOUNT', 'x', 'y', ''],
  [
    'a new alert, with what is empty left out',
    'ALERT',
    null,
    {
      id: 12,
      userId: 7,
      name: 'Home',
      criteria: 'Ada Holt',
      status: 'A',
      pausedUntil: null,
      nicknames: true,
      allWords: false,
      emails: ['ada@example.org'],
    },
    'Alert: Home; Criteria: Ada Holt; Status: Active; Nicknames: Yes; Emails: ada@example.org',
  ],
  [
    'what changed, and which alert it was',
    'ALERT',
    { id: 12, name: 'Home', status: 'A', pausedUntil: null },
    { id: 12, name: 'Home', status: 'I', pausedUntil: '2026-12-24' },
    'Alert: Home; Status: Active → Inactive; Paused until: not paused → 12/24/2026',
  ],
  [
    'the weekly email of an alert whose owner never chose',
    'ALERT',
    { name: 'Home', possible: null },
    { name: 'Home', possible: true },
    'Alert: Home; Weekly email of possible matches: not chosen → Yes',
  ],
  ['no choice about the weekly email of a new alert', 'ALERT', null, { name: 'Home', possible: null }, 'Alert: Home'],
  [
    'the weekly email that is switched off',
    'ALERT',
    { name: 'Home', possible: true },
    { name: 'Home', possible: false },
    'Alert: Home; Weekly email of possible matches: Yes → No',
  ],
  [
    'an answer to a possible match, and what it left out',
    'NOTICE',
    null,
    { record: '2026-7', spelling: 'LEE BOB' },
    'Record: 2026-7; Possible match: LEE BOB',
  ],
  [
    'an alert that was given to somebody else, told by addresses',
    'ALERT',
    { name: 'Home', userId: null, emails: ['bo@example.org'], phones: [] },
    { name: 'Home', userId: 7, emails: ['bo@example.org'], phones: ['+16125550134'] },
    'Alert: Home; User: N/A (migrated) → ada.holt; Texts: nothing → (612) 555-0134',
  ],
  [
    'numbers of rows that are gone',
    'EXPORT',
    null,
    { userId: 8, emailAddressId: 10, phoneNumberId: 11 },
    'User: an unavailable user; Email: an unavailable address; Phone: an unavailable number',
  ],
  ['what is gone', 'ALERT', { id: 7, name: 'Home', criteria: 'Ada Holt' }, null, 'Alert: Home; Criteria: Ada Holt'],
  [
    'whom somebody looked up',
    'ALERT',
    null,
    { alerts: [3, 8], total: 2 },
    'Alerts shown: Home, an unavailable alert; Total alerts: 2',
  ],
  [
    'what somebody undid, in words',
    'ALERT',
    null,
    { undone: ['recipient', 'account'], alertIds: [3] },
    'Undone: Recipient taken from an alert, Account deactivated; Alerts changed: Home',
  ],
  [
    'a user',
    'ACCOUNT',
    { status: 'P', phone: '(612) 555-0134', city: 'Ashdale' },
    { status: 'L', phone: '', city: 'Ashdale', zip: '55111', phoneFormatType: 'INTERNATIONAL' },
    'Status: Pending → Locked out; Phone: (612) 555-0134 → nothing; Zip: 55111; Phone format: International',
  ],
  ['a switch', 'PASSWORD', { authenticator: false }, { authenticator: true }, 'Authenticator app: Off → On'],
  [
    'a feed',
    'FEED',
    {
      name: 'Index',
      column_mapping: null,
      time_zone: null,
      name_order: null,
      name_width: null,
      double_space_splits: false,
    },
    {
      name: 'Index',
      column_mapping: mapping,
      time_zone: 'America/Denver',
      name_order: 'LAST_FIRST',
      name_width: 40,
      double_space_splits: true,
    },
    'Columns: our names → Document number from Doc No, Recorded date and time from Rec Date, Date, Parties from Grantor; ' +
      'Time zone: the county’s → America/Denver; Name order: not stated → Last name first; ' +
      'Names are cut off at: no limit → 40 characters; Two spaces separate joint names: No → Yes',
  ],
  [
    'an answer',
    'NOTICE',
    null,
    { record: '2026-7', target: '+16125550134' },
    'Record: 2026-7; Sent to: (612) 555-0134',
  ],
  [
    'a message sent again, of which all stands in its description',
    'NOTICE',
    { notice: 6, state: 'failed' },
    { notice: 6, state: 'waiting' },
    '',
  ],
  [
    'what is no more, beside what is',
    'NOTICE',
    { record: '2026-7', dealtWith: true, by: 'county.clerk' },
    { record: '2026-7', dealtWith: false },
    'Resolved by, before: county.clerk',
  ],
  ['a test text', 'NOTICE', null, { number: '+16125550134', notice: 6 }, 'Phone: (612) 555-0134'],
  ['a stop', 'SUPPRESSION', null, { channel: 'PHONE', target: '+16125550134' }, 'Phone: (612) 555-0134'],
  [
    'a stop that was undone',
    'SUPPRESSION',
    { channel: 'EMAIL', target: 'bo@example.org', reason: 'bounce' },
    null,
    'Email: bo@example.org; Suppressed because: Messages bounce.',
  ],
  [
    'an alert that goes there again',
    'SUPPRESSION',
    null,
    { channel: 'PHONE', alertId: 3, recipientId: 4 },
    'Alert: Home; Phone: (612) 555-0134',
  ],
  [
    'a phone of the list',
    'RECIPIENT',
    { channel: 'PHONE', target: '+16125550134', validated: false },
    { channel: 'PHONE', target: '+16125550134', validated: true },
    'Phone: (612) 555-0134; Validated: No → Yes',
  ],
  [
    'an export',
    'EXPORT',
    null,
    { filterText: '', statusType: 'ALL', emailAddressId: 9, includeInactive: true },
    'Status: All; Email: ada@example.org; Include inactive: Yes',
  ],
  [
    'a purge of this log',
    'PURGE',
    null,
    { rows: 3, before: '2026-01-31', olderThanDays: 60 },
    'Rows purged: 3; Rows from before: 01/31/2026; Records older than: 60 days',
  ],
  [
    'a settings page',
    'SETTING',
    { group: 'alertSettings', emailConfirmationsExpireIn: 4, nameAlert: true },
    { group: 'alertSettings', emailConfirmationsExpireIn: 8, nameAlert: false },
    'Email link expires after: 4 hours → 8 hours; Person: Yes → No',
  ],
  [
    'paragraphs of a settings page',
    'SETTING',
    { group: 'latestNews', paragraphs: [] },
    { group: 'latestNews', paragraphs: [{ heading: 'Hours', paragraphContent: 'Nine to four.' }] },
    'Paragraphs: nothing → Hours: Nine to four.',
  ],
  [
    'what has no word',
    'ACCOUNT',
    null,
    { someNewField: 'x', other_field: true },
    'Some new field: x; Other field: Yes',
  ],
  ['the beginning of long values', 'ACCOUNT', null, { company: 'x'.repeat(500) }, `Company: ${'x'.repeat(199)}…`],
])('%s', (_what, type, before, after, said) => expect(of(type, before, after)).toBe(said))
