import { choice, count, flag, publicField, enabledBy, type StartReader } from './field.ts'
import { type Fields, group, hours } from './group.ts'
import { reports } from './reports.ts'
import { service } from './service.ts'
import { userAdmin } from './user-admin.ts'
import { webPages } from './web-pages.ts'

export type { Section } from './group.ts'

/**
 * The fifteen configuration groups and, last, `service` and `reports` for everything else. The key is the last part of
 * the REST path under controlPanel/countyConfig.
 */
export const settingsGroups = {
  ...webPages,
  ...userAdmin,
  alertSettings: group({
    page: 'alertSettings',
    title: 'Alert Settings',
    link: 'Alert Settings',
    section: 'Alert Admin',
    atStart: true,
    fields: {
      businessAlert: publicField(flag('Business/Trust', true, 'A company or trust name.')),
      nameAlert: publicField(flag('Person', true, 'First and last name.')),
      parcelIdAlert: publicField(flag('Parcel ID', true, 'The number on the tax bill.')),
      numberOfEmails: publicField(
        count('Emails per alert', { min: 0, max: 5, initial: 1, help: 'From 0 to 5. With 0, alerts have no emails.' }),
      ),
      emailConfirmationsExpireIn: hours(
        'Email link expires after',
        'How long a resident has to follow the link. The default is 4.',
      ),
      emailAcknowledgement: publicField(
        flag('Require acknowledgment for emails', true, 'Residents check a box before we send the first email.'),
      ),
      numberOfPhones: publicField(
        count('Texts per alert', { min: 0, max: 5, initial: 1, help: 'From 0 to 5. With 0, alerts have no texts.' }),
      ),
      phoneConfirmationsExpireIn: hours(
        'Text code expires after',
        'How long a resident has to enter the code. The default is 4.',
      ),
      phoneAcknowledgement: publicField(
        flag('Require acknowledgment for texts', true, 'Residents check a box before we send the first text.'),
      ),
      maxValidationAttempts: count('Maximum lookups per number', {
        min: 1,
        max: 3,
        initial: 3,
        help: 'From 1 to 3. How many times we check whether a number can receive texts.',
      }),
      maxVerificationAttempts: count('Maximum code texts per number', {
        min: 5,
        max: 10,
        initial: 10,
        help: 'From 5 to 10. How many codes we may text to one number.',
      }),
    },
    fieldsets: [
      { title: 'Alert types', fields: ['businessAlert', 'nameAlert', 'parcelIdAlert'] },
      { title: 'Emails', fields: ['numberOfEmails', 'emailConfirmationsExpireIn', 'emailAcknowledgement'] },
      {
        title: 'Texts',
        requiresTexts: true,
        fields: [
          'numberOfPhones',
          'phoneConfirmationsExpireIn',
          'phoneAcknowledgement',
          'maxValidationAttempts',
          'maxVerificationAttempts',
        ],
      },
    ],
    check: (value) =>
      value.businessAlert || value.nameAlert || value.parcelIdAlert
        ? {}
        : { parcelIdAlert: 'Must select at least one alert type.' },
  }),
  auditLogPurgeSchedule: group({
    page: 'auditLogPurgeSchedule',
    title: 'Audit Log - Purge Schedule',
    link: 'Purge Schedule',
    section: 'Audit Log Admin',
    fields: {
      automaticPurge: choice(
        'Automatic purge',
        { on: 'Yes', off: 'No' },
        false,
        'Each night at 3:30 AM, we delete older rows of the audit log.',
      ),
      automaticPurgeAfterDays: enabledBy(
        'automaticPurge',
        count('Records older than (days)', { min: 0, max: 3650, initial: 0, help: '60 or more.' }),
      ),
    },
    check: (value) =>
      value.automaticPurge && value.automaticPurgeAfterDays < 60 ? { automaticPurgeAfterDays: '60 or more.' } : {},
  }),
  service,
  reports,
} as const

export type SettingsKey = keyof typeof settingsGroups
export type SettingsValues<K extends SettingsKey> = (typeof settingsGroups)[K]['initial']
export type Settings = { [K in SettingsKey]: SettingsValues<K> }
export const settingsKeys = Object.keys(settingsGroups) as [SettingsKey, ...SettingsKey[]]

type GroupFields<K extends SettingsKey> = (typeof settingsGroups)[K]['fields']
type ReadKeys<K extends SettingsKey, R extends StartReader> = {
  [N in keyof GroupFields<K>]: GroupFields<K>[N] extends { readBy: R } ? N : never
}[keyof GroupFields<K>] &
  keyof SettingsValues<K>

/** The fields of a group that pages read; anonymous callers do not get those for logged-in users. */
export type PageSettings<K extends SettingsKey> = Pick<SettingsValues<K>, ReadKeys<K, 'anyone'>> &
  Partial<Pick<SettingsValues<K>, ReadKeys<K, 'loggedIn'>>>

/** The fields of a group that a page of this reader may have. */
export function toPageSettings<K extends SettingsKey>(
  key: K,
  { [key]: value }: Settings,
  reader: StartReader,
): PageSettings<K> {
  const fields: Fields = settingsGroups[key].fields
  const isRead = (name: string) => {
    const readBy = fields[name]?.readBy
    return readBy === 'anyone' || (readBy !== undefined && readBy === reader)
  }
  return Object.fromEntries(Object.entries(value).filter(([name]) => isRead(name))) as PageSettings<K>
}

/** The groups that every page loads when it starts. */
export type StartKey = {
  [K in SettingsKey]: (typeof settingsGroups)[K] extends { atStart?: true } ? K : never
}[SettingsKey]
