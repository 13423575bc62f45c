import { z } from 'zod'
import type { FieldProblems } from '../contract/errors.ts'
import { languageCodes } from '../contract/languages.ts'
import { codes, count, date, type Field, flag, requiredLongText, requiredText, rows, shown, text } from './field.ts'

type Fields = Record<string, Field>
type Values<F extends Fields> = { [K in keyof F]: z.infer<F[K]['schema']> }
export type Section = 'Alert Admin' | 'Audit Log Admin' | 'User Admin' | 'Web Pages' | 'Technical'

function group<const F extends Fields>(spec: {
  /** Last part of the page's address under /controlPanel. */
  page: string
  title: string
  /** Its words in the side navigation. */
  link: string
  section: Section
  fields: F
  check?: (value: Values<F>) => Partial<FieldProblems>
}) {
  const shape = Object.fromEntries(Object.entries(spec.fields).map(([key, field]) => [key, field.schema]))
  const initial = Object.fromEntries(Object.entries(spec.fields).map(([key, field]) => [key, field.initial]))
  const schema = z.strictObject(shape).superRefine((value, ctx) => {
    for (const [path, message] of Object.entries(spec.check?.(value as Values<F>) ?? {}))
      if (message) ctx.addIssue({ code: 'custom', path: [path], message })
  }) as unknown as z.ZodType<Values<F>>
  return { ...spec, schema, initial: initial as Values<F> }
}

const closed = 'The service is closed for maintenance.'
const hours = (label: string) => count(label, { min: 1, max: 720, initial: 4, unit: 'hours' })

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
      appTitle: shown(requiredText('App title', 'Land Record Alerts', 100)),
      contactName: shown(text('Contact name', 100)),
      contactTitle: shown(text('Contact title', 100)),
      contactPhone: shown(text('Contact phone', 30)),
      contactEmail: shown(text('Contact email', 50)),
    },
  }),
  languages: group({
    page: 'languages',
    title: 'Languages',
    link: 'Languages',
    section: 'Web Pages',
    fields: {
      languagesOn: shown(flag('Offer languages on the login page', false)),
      offered: shown(codes('Languages offered', languageCodes, ['ENGLISH'])),
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
      latestNewsLoginPage: flag("Latest news: the login page's list", true),
      latestNewsMore: flag('Latest news: the More News list', true),
      disclaimer: flag('Disclaimer', true),
      contactUs: flag('Contact us', true),
      links: flag('Links', true),
      linksLoginPage: flag("Links: the login page's list", true),
      linksMore: flag('Links: the More Links list', true),
      loginSlides: flag('Slides', true),
    },
  }),
  loginPageLinks: group({
    page: 'loginPageLinks',
    title: 'Login Page Links',
    link: 'Login Page Links',
    section: 'Web Pages',
    fields: { paragraphs: shown(rows('links', 12)) },
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
    fields: { numberOfSlides: shown(count('Number of slides', { min: 1, max: 6, initial: 1 })) },
  }),
  loginPageRegistration: group({
    page: 'loginPageRegistration',
    title: 'Login Page - Registration and Recovery',
    link: 'Login Page Registration and Recovery',
    section: 'Web Pages',
    fields: {
      selfRegistration: shown(flag('Self registration', true)),
      forgotPasswordLink: shown(flag('Forgot-password link', true)),
      emailExpireIn: hours('Links in emails expire in'),
    },
  }),
  userLockout: group({
    page: 'userLockout',
    title: 'Lockout Step 1',
    link: 'Lockout step 1',
    section: 'User Admin',
    fields: {
      lockoutInPlace: shown(flag('Lockout in place', false)),
      messageLogin: shown(requiredLongText('Message on the login page', closed)),
      messageHeadline: shown(requiredLongText('Headline message', closed)),
    },
  }),
  userPurgeSchedule: group({
    page: 'userPurgeSchedule',
    title: 'User Admin - Purge Schedule',
    link: 'Purge Schedule',
    section: 'User Admin',
    fields: {
      automaticPurge: flag('Purge automatically', false),
      automaticPurgeAfterDays: count('Inactive for', { min: 365, max: 3650, initial: 365, unit: 'days' }),
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
      maxloginAttempts: count('Login attempts', { min: 1, max: 20, initial: 5 }),
      inactivityTimeLimit: flag('End idle sessions', true),
      inactivityTimeLimitPeriod: count('Idle for', { min: 1, max: 120, initial: 30, unit: 'minutes' }),
    },
  }),
  alertSettings: group({
    page: 'alertSettings',
    title: 'Alert Settings',
    link: 'Alert Settings',
    section: 'Alert Admin',
    fields: {
      businessAlert: shown(flag('Business/Trust', true)),
      nameAlert: shown(flag('Person', true)),
      parcelIdAlert: shown(flag('Parcel ID', true)),
      numberOfEmails: shown(count('Emails per alert', { min: 0, max: 5, initial: 1 })),
      emailConfirmationsExpireIn: hours('Email confirmations expire in'),
      emailAcknowledgement: shown(flag('Emails need an acknowledgement', true)),
      numberOfPhones: shown(count('Text numbers per alert', { min: 0, max: 5, initial: 1 })),
      phoneConfirmationsExpireIn: hours('Text confirmations expire in'),
      phoneAcknowledgement: shown(flag('Text numbers need an acknowledgement', true)),
      maxValidationAttempts: count('Validation attempts', { min: 1, max: 3, initial: 3 }),
      maxVerificationAttempts: count('Verification attempts', { min: 5, max: 10, initial: 10 }),
    },
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
      automaticPurge: flag('Automatic purge', false),
      automaticPurgeAfterDays: count('Records older than (days)', { min: 0, max: 3650, initial: 0, unit: 'days' }),
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
      parcelMask: shown(text('Parcel mask', 40)),
      floodNoticesPerDay: count('Notices in a day before the rest wait', { min: 1, max: 1_000_000, initial: 5000 }),
      floodRecordAgeDays: count('Notices of records older than this wait', {
        min: 1,
        max: 3650,
        initial: 90,
        unit: 'days',
      }),
      textBudgetPerMonth: count('Texts in a month', { min: 0, max: 10_000_000, initial: 100_000 }),
      verificationTextsPerHour: count('Verification texts in an hour', { min: 1, max: 100_000, initial: 500 }),
      otherCountries: shown(flag('Phone numbers outside North America', false)),
      messageRetentionDays: count('Keep message texts and provider answers for', {
        min: 30,
        max: 3650,
        initial: 400,
        unit: 'days',
      }),
      totpForAdministrators: flag('Administrators need a code from an authenticator app', false),
    },
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
