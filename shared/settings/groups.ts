import { z } from 'zod'
import type { FieldProblems } from '../contract/errors.ts'
import { languageCodes } from '../contract/languages.ts'
import { parseMask } from '../matching/parcel.ts'
import {
  choice,
  codes,
  count,
  date,
  email,
  type Field,
  flag,
  requiredLongText,
  requiredText,
  rows,
  shown,
  text,
  under,
} from './field.ts'

type Fields = Record<string, Field>
type Values<F extends Fields> = { [K in keyof F]: z.infer<F[K]['schema']> }
export type Section = 'Alert Admin' | 'Audit Log Admin' | 'User Admin' | 'Web Pages' | 'Technical'

/** Fields that stand together under a heading of their own. */
type Part = { title: string; fields: readonly string[] }

function group<const F extends Fields>(spec: {
  /** Last part of the page's address under /controlPanel. */
  page: string
  title: string
  /** Its words in the side navigation. */
  link: string
  section: Section
  fields: F
  parts?: readonly Part[]
  /** A value of the wire that is only shown. */
  shownToo?: { name: string; label: string; help: string }
  check?: (value: Values<F>) => Partial<FieldProblems>
}) {
  const shape = Object.fromEntries(Object.entries(spec.fields).map(([key, field]) => [key, field.schema]))
  const initial = Object.fromEntries(Object.entries(spec.fields).map(([key, field]) => [key, field.initial]))
  const schema = z.strictObject(shape).superRefine((value, { addIssue }) => {
    for (const [path, message] of Object.entries(spec.check?.(value as Values<F>) ?? {}))
      if (message) addIssue({ code: 'custom', path: [path], message })
  }) as unknown as z.ZodType<Values<F>>
  return { ...spec, schema, initial: initial as Values<F> }
}

const closed = 'The service is closed for maintenance.'
const hours = (label: string, help: string) => count(label, { min: 1, max: 720, initial: 4, unit: 'hours', help })

function readableMask(mask: string, { addIssue }: z.RefinementCtx): void {
  try {
    parseMask(mask)
  } catch (error) {
    addIssue({ code: 'custom', message: (error as RangeError).message })
  }
}

/**
 * The fifteen configuration groups (administrator specification, section 3; defaults: decisions, section 13) and,
 * last, `service`: what they have no field for. The key is the last part of the REST path under
 * controlPanel/countyConfig.
 */
export const settingsGroups = {
  common: group({
    page: 'common',
    title: 'Common',
    link: 'Common',
    section: 'Web Pages',
    fields: {
      countyName: shown(requiredText('County name', 'County', 100)),
      appTitle: shown(
        requiredText('App title', 'Land Record Alerts', 100, 'Stands under the county name on every page.'),
      ),
      contactName: shown(text('Contact name', 100)),
      contactTitle: shown(text('Contact title', 100)),
      contactPhone: shown(text('Contact phone', 30, 'Residents call it when a record looks wrong.')),
      contactEmail: shown(email('Contact email', 50)),
    },
  }),
  languages: group({
    page: 'languages',
    title: 'Languages',
    link: 'Languages',
    section: 'Web Pages',
    fields: {
      languagesOn: shown(flag('Offer languages on the login page', false)),
      offered: under(
        'languagesOn',
        shown(codes('Languages offered', languageCodes, ['ENGLISH'], 'English is always there.')),
      ),
    },
  }),
  latestNews: group({
    page: 'homeLatestNews',
    title: 'More News',
    link: 'Home latest news',
    section: 'Web Pages',
    fields: { paragraphs: rows('paragraphs', 50) },
  }),
  externalLinks: group({
    page: 'homeExternalLinks',
    title: 'More Links',
    link: 'Home external links',
    section: 'Web Pages',
    fields: { paragraphs: rows('links', 50) },
  }),
  homeSelections: group({
    page: 'homeSelections',
    title: 'Home - Selections',
    link: 'Home Selections',
    section: 'Web Pages',
    fields: {
      latestNews: flag('Latest news', true),
      latestNewsLoginPage: under('latestNews', flag('With the list of Login Page Latest News', true)),
      latestNewsMore: under('latestNews', flag('With the list of More News', true)),
      disclaimer: flag('Disclaimer', true),
      contactUs: flag('Contact us', true),
      links: flag('Links', true),
      linksLoginPage: under('links', flag('With the list of Login Page Links', true)),
      linksMore: under('links', flag('With the list of More Links', true)),
      loginSlides: flag('Slides', true),
    },
    parts: [
      { title: 'News', fields: ['latestNews', 'latestNewsLoginPage', 'latestNewsMore'] },
      { title: 'Links', fields: ['links', 'linksLoginPage', 'linksMore'] },
      { title: 'Other cards', fields: ['disclaimer', 'contactUs', 'loginSlides'] },
    ],
    shownToo: { name: 'numberOfSlides', label: 'Number of slides', help: 'Set on the page Login Page - Slides.' },
  }),
  loginPageLinks: group({
    page: 'loginPageLinks',
    title: 'Login Page Links',
    link: 'Login Page Links',
    section: 'Web Pages',
    fields: { paragraphs: shown(rows('links', 12, { fixed: 12 })) },
  }),
  loginPageLatestNews: group({
    page: 'loginPageLatestNews',
    title: 'Login Page Latest News',
    link: 'Login Page Latest News',
    section: 'Web Pages',
    fields: { paragraphs: shown(rows('paragraphs', 50)) },
  }),
  loginPageSlides: group({
    page: 'loginPageSlides',
    title: 'Login Page - Slides',
    link: 'Login Page Slides',
    section: 'Web Pages',
    fields: { numberOfSlides: shown(count('Number of slides', { min: 1, max: 6, initial: 1, help: 'From 1 to 6.' })) },
  }),
  loginPageRegistration: group({
    page: 'loginPageRegistration',
    title: 'Login Page - Registration and Recovery',
    link: 'Login Page Registration and Recovery',
    section: 'Web Pages',
    fields: {
      selfRegistration: shown(flag('Self registration', true, 'The login page offers New User.')),
      forgotPasswordLink: shown(
        flag('Forgot-password link', true, 'The login page offers Forgot Username and Forgot Password.'),
      ),
      emailExpireIn: hours(
        'Registration link works for',
        'How long a new user has to follow the link in the email. Usually 4.',
      ),
    },
  }),
  userLockout: group({
    page: 'userLockout',
    title: 'Lockout Step 1',
    link: 'Lockout step 1',
    section: 'User Admin',
    fields: {
      lockoutInPlace: shown(
        flag('Lockout in place', false, 'Residents cannot log in. Notices still go out, and administrators stay in.'),
      ),
      messageLogin: shown(
        requiredLongText('Message on the login page', closed, 1000, 'Shown to a resident who tries to log in.'),
      ),
      messageHeadline: shown(
        requiredLongText('Headline message', closed, 1000, 'Shown to everybody at the top of each page.'),
      ),
    },
  }),
  userPurgeSchedule: group({
    page: 'userPurgeSchedule',
    title: 'User Admin - Purge Schedule',
    link: 'Purge Schedule',
    section: 'User Admin',
    fields: {
      automaticPurge: flag(
        'Automatic purge',
        false,
        'Each night at 3:30, users who did nothing for this long are deleted. We write to them 30 and 7 days before.',
      ),
      automaticPurgeAfterDays: under(
        'automaticPurge',
        count('Inactive for', { min: 365, max: 3650, initial: 365, unit: 'days', help: 'From 365 to 3650.' }),
      ),
    },
  }),
  userPurgeNow: group({
    page: 'userPurgeNow',
    title: 'User Admin - Purge Now',
    link: 'Purge Now',
    section: 'User Admin',
    fields: { purgeDate: date('Last active before') },
  }),
  userAccess: group({
    page: 'userAccess',
    title: 'User Admin - Access',
    link: 'Access',
    section: 'User Admin',
    fields: {
      limitLoginAttempts: flag('Limit login attempts', true),
      maxloginAttempts: under(
        'limitLoginAttempts',
        count('Wrong passwords in a row', {
          min: 1,
          max: 20,
          initial: 5,
          help: 'From 1 to 20. Then the account is locked.',
        }),
      ),
      inactivityTimeLimit: flag('End idle sessions', true),
      inactivityTimeLimitPeriod: under(
        'inactivityTimeLimit',
        count('Idle for', {
          min: 1,
          max: 120,
          initial: 30,
          unit: 'minutes',
          help: 'From 1 to 120. A warning comes before.',
        }),
      ),
    },
  }),
  alertSettings: group({
    page: 'alertSettings',
    title: 'Alert Settings',
    link: 'Alert Settings',
    section: 'Alert Admin',
    fields: {
      businessAlert: shown(flag('Business/Trust', true, 'A company or trust name.')),
      nameAlert: shown(flag('Person', true, 'First and last name.')),
      parcelIdAlert: shown(flag('Parcel ID', true, 'The number on the tax bill.')),
      numberOfEmails: shown(
        count('Emails per alert', { min: 0, max: 5, initial: 1, help: 'From 0 to 5. With 0, alerts have no emails.' }),
      ),
      emailConfirmationsExpireIn: hours(
        'Email link works for',
        'How long a resident has to follow the link. Usually 4.',
      ),
      emailAcknowledgement: shown(
        flag('Emails need an acknowledgement', true, 'Residents check a box before we send the first email.'),
      ),
      numberOfPhones: shown(
        count('Texts per alert', { min: 0, max: 5, initial: 1, help: 'From 0 to 5. With 0, alerts have no texts.' }),
      ),
      phoneConfirmationsExpireIn: hours('Text code works for', 'How long a resident has to enter the code. Usually 4.'),
      phoneAcknowledgement: shown(
        flag('Texts need an acknowledgement', true, 'Residents check a box before we send the first text.'),
      ),
      maxValidationAttempts: count('Number checks, at most', {
        min: 1,
        max: 3,
        initial: 3,
        help: 'From 1 to 3. How often we look up whether a number can take texts.',
      }),
      maxVerificationAttempts: count('Code texts, at most', {
        min: 5,
        max: 10,
        initial: 10,
        help: 'From 5 to 10. How many codes one number may be sent.',
      }),
    },
    parts: [
      { title: 'What can be watched', fields: ['businessAlert', 'nameAlert', 'parcelIdAlert'] },
      { title: 'Emails', fields: ['numberOfEmails', 'emailConfirmationsExpireIn', 'emailAcknowledgement'] },
      {
        title: 'Texts',
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
        'Each night at 3:30, older rows of the audit log are deleted.',
      ),
      automaticPurgeAfterDays: under(
        'automaticPurge',
        count('Records older than (days)', { min: 0, max: 3650, initial: 0, help: '60 or more.' }),
      ),
    },
    check: (value) =>
      value.automaticPurge && value.automaticPurgeAfterDays < 60 ? { automaticPurgeAfterDays: '60 or more.' } : {},
  }),
  service: group({
    page: 'service',
    title: 'Service',
    link: 'Service',
    section: 'Technical',
    fields: {
      parcelMask: shown({
        ...text(
          'Parcel mask',
          40,
          'Lengths of its parts, such as 2-2-3-3-4; 2-2-3-3-4? where the last may be missing.',
        ),
        schema: z.string().trim().max(40, '40 characters max.').superRefine(readableMask),
      }),
      floodNoticesPerDay: count('Notices in a day before the rest wait', {
        min: 1,
        max: 1_000_000,
        initial: 5000,
        unit: 'notices',
        help: 'What is above waits on the Feeds page until somebody lets it go.',
      }),
      floodRecordAgeDays: count('Notices of older records wait', {
        min: 1,
        max: 3650,
        initial: 90,
        unit: 'days',
        help: 'Counted from the day of recording.',
      }),
      textBudgetPerMonth: count('Texts in a month', {
        min: 0,
        max: 10_000_000,
        initial: 100_000,
        unit: 'texts',
        help: 'Above it, the verified email of the same alert is used and says so.',
      }),
      verificationTextsPerHour: count('Verification texts in an hour', {
        min: 1,
        max: 100_000,
        initial: 500,
        unit: 'texts',
      }),
      otherCountries: shown(flag('Phone numbers outside North America', false)),
      messageRetentionDays: count('Keep message texts and provider answers for', {
        min: 30,
        max: 3650,
        initial: 400,
        unit: 'days',
        help: 'From 30 to 3650.',
      }),
      totpForAdministrators: flag('Administrators need a code from an authenticator app', false),
    },
    parts: [
      { title: 'Parcels', fields: ['parcelMask'] },
      { title: 'Floods of notices', fields: ['floodNoticesPerDay', 'floodRecordAgeDays'] },
      { title: 'Texts', fields: ['textBudgetPerMonth', 'verificationTextsPerHour', 'otherCountries'] },
      { title: 'Retention and log-in', fields: ['messageRetentionDays', 'totpForAdministrators'] },
    ],
  }),
} as const

export type SettingsKey = keyof typeof settingsGroups
export type SettingsOf<K extends SettingsKey> = (typeof settingsGroups)[K]['initial']
export type Settings = { [K in SettingsKey]: SettingsOf<K> }
export const settingsKeys = Object.keys(settingsGroups) as [SettingsKey, ...SettingsKey[]]

/** The fields of a group that anonymous callers may read. */
export function publicPart<K extends SettingsKey>(key: K, value: SettingsOf<K>): Partial<SettingsOf<K>> {
  const fields: Fields = settingsGroups[key].fields
  return Object.fromEntries(Object.entries(value).filter(([name]) => fields[name]?.public)) as Partial<SettingsOf<K>>
}
