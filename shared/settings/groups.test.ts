import { describe, expect, test } from 'vitest'
import { settingsGroups, type SettingsKey, settingsKeys } from './groups.ts'

const required = 'Required.'
const whole = 'Whole numbers only.'
const web = 'Enter an address that begins with http:// or https://.'
const rows = (count: number, row = { heading: 'x', paragraphContent: '' }) => Array.from({ length: count }, () => row)
const link = (paragraphContent: string) => [{ heading: 'Records', paragraphContent }]
const long = (length: number) => 'x'.repeat(length)

/** By group: changes of the defaults, and the group's message about them; '' if it accepts them. */
const table: Record<SettingsKey, [change: Record<string, unknown>, field: string, message: string][]> = {
  common: [
    [{ countyName: '' }, 'countyName', required],
    [{ countyName: '   ' }, 'countyName', required],
    [{ appTitle: '' }, 'appTitle', required],
    [{ countyName: 'Alder\r\nBcc: all@county.example' }, 'countyName', 'Enter one line only.'],
    [{ contactPhone: '555\u0001' }, 'contactPhone', 'Enter one line only.'],
    [{ countyName: long(100) }, '', ''],
    [{ countyName: long(101) }, 'countyName', '100 characters max.'],
    [{ contactName: '', contactTitle: '', contactPhone: '', contactEmail: '' }, '', ''],
    [{ contactPhone: long(31) }, 'contactPhone', '30 characters max.'],
    [{ contactEmail: 'recorder@county.example' }, '', ''],
    [{ contactEmail: 'recorder' }, 'contactEmail', 'Enter an email address such as name@example.com.'],
  ],
  languages: [
    [{ languagesOn: true, offered: ['ENGLISH', 'THAI'] }, '', ''],
    [{ offered: ['KLINGON'] }, 'offered.0', 'Invalid option'],
    [{ offered: Array(15).fill('THAI') }, 'offered', 'Up to 14.'],
  ],
  latestNews: [
    [{ paragraphs: rows(50) }, '', ''],
    [{ paragraphs: rows(51) }, 'paragraphs', "There's a limit of 50 paragraphs."],
    [
      { paragraphs: rows(1, { heading: long(256), paragraphContent: '' }) },
      'paragraphs.0.heading',
      '255 characters max.',
    ],
    [
      { paragraphs: rows(1, { heading: '', paragraphContent: long(4001) }) },
      'paragraphs.0.paragraphContent',
      '4000 characters max.',
    ],
  ],
  externalLinks: [
    [{ paragraphs: rows(50) }, '', ''],
    [{ paragraphs: rows(51) }, 'paragraphs', "There's a limit of 50 links."],
    [{ paragraphs: link('https://records.example/?q=a') }, '', ''],
    [{ paragraphs: link('HTTP://records.example') }, '', ''],
    [{ paragraphs: link('records.example') }, 'paragraphs.0.paragraphContent', web],
    [{ paragraphs: link('javascript:alert(1)') }, 'paragraphs.0.paragraphContent', web],
    [{ paragraphs: link('ftp://records.example') }, 'paragraphs.0.paragraphContent', web],
  ],
  homeSelections: [[{ latestNews: false }, '', '']],
  loginPageLinks: [
    [{ paragraphs: rows(12) }, '', ''],
    [{ paragraphs: rows(13) }, 'paragraphs', "There's a limit of 12 links."],
    [{ paragraphs: link('data:text/html,x') }, 'paragraphs.0.paragraphContent', web],
  ],
  loginPageLatestNews: [[{ paragraphs: rows(51) }, 'paragraphs', "There's a limit of 50 paragraphs."]],
  loginPageSlides: [
    [{ numberOfSlides: 1 }, '', ''],
    [{ numberOfSlides: 6 }, '', ''],
    [{ numberOfSlides: 0 }, 'numberOfSlides', '1 or more.'],
    [{ numberOfSlides: 7 }, 'numberOfSlides', '6 or less.'],
    [{ numberOfSlides: 1.5 }, 'numberOfSlides', whole],
    [{ numberOfSlides: Number.NaN }, 'numberOfSlides', whole],
    [{ numberOfSlides: '' }, 'numberOfSlides', required],
  ],
  loginPageRegistration: [
    [{ emailExpireIn: '' }, 'emailExpireIn', required],
    [{ emailExpireIn: 0 }, 'emailExpireIn', '1 or more.'],
    [{ emailExpireIn: 721 }, 'emailExpireIn', '720 or less.'],
  ],
  userLockout: [
    [{ messageLogin: '' }, 'messageLogin', required],
    [{ messageHeadline: ' ' }, 'messageHeadline', required],
    [{ lockoutInPlace: true, messageHeadline: long(1000) }, '', ''],
    [{ messageHeadline: long(1001) }, 'messageHeadline', '1000 characters max.'],
  ],
  userPurgeSchedule: [
    [{ automaticPurge: true, automaticPurgeAfterDays: 365 }, '', ''],
    [{ automaticPurge: true, automaticPurgeAfterDays: 364 }, 'automaticPurgeAfterDays', '365 or more.'],
    [{ automaticPurge: false, automaticPurgeAfterDays: 364 }, 'automaticPurgeAfterDays', '365 or more.'],
  ],
  userPurgeNow: [
    [{ purgeDate: '01/31/2026' }, '', ''],
    [{ purgeDate: '2026-01-31' }, 'purgeDate', 'MM/DD/YYYY'],
  ],
  userAccess: [
    [{ inactivityTimeLimitPeriod: 120 }, '', ''],
    [{ inactivityTimeLimitPeriod: 121 }, 'inactivityTimeLimitPeriod', '120 or less.'],
    [{ inactivityTimeLimitPeriod: 0 }, 'inactivityTimeLimitPeriod', '1 or more.'],
    [{ maxloginAttempts: '' }, 'maxloginAttempts', required],
    [{ maxloginAttempts: 21 }, 'maxloginAttempts', '20 or less.'],
  ],
  alertSettings: [
    [
      { businessAlert: false, nameAlert: false, parcelIdAlert: false },
      'parcelIdAlert',
      'Must select at least one alert type.',
    ],
    [{ businessAlert: false, nameAlert: false }, '', ''],
    [{ numberOfEmails: 0, numberOfPhones: 0 }, '', ''],
    [{ numberOfEmails: 6 }, 'numberOfEmails', '5 or less.'],
    [{ numberOfPhones: -1 }, 'numberOfPhones', '0 or more.'],
    [{ emailConfirmationsExpireIn: '' }, 'emailConfirmationsExpireIn', required],
    [{ phoneConfirmationsExpireIn: '' }, 'phoneConfirmationsExpireIn', required],
    [{ maxValidationAttempts: 4 }, 'maxValidationAttempts', '3 or less.'],
    [{ maxVerificationAttempts: 4 }, 'maxVerificationAttempts', '5 or more.'],
    [{ maxVerificationAttempts: 11 }, 'maxVerificationAttempts', '10 or less.'],
  ],
  auditLogPurgeSchedule: [
    [{ automaticPurge: true, automaticPurgeAfterDays: 60 }, '', ''],
    [{ automaticPurge: true, automaticPurgeAfterDays: 59 }, 'automaticPurgeAfterDays', '60 or more.'],
    [{ automaticPurge: false, automaticPurgeAfterDays: 0 }, '', ''],
    [{ automaticPurgeAfterDays: '' }, 'automaticPurgeAfterDays', required],
  ],
  service: [
    [{ parcelMask: '2-2-3-3-4?' }, '', ''],
    [{ parcelMask: 'XX-99' }, 'parcelMask', 'Write the mask as lengths joined by hyphens, such as 2-2-3-3-4.'],
    [{ messageRetentionDays: 29 }, 'messageRetentionDays', '30 or more.'],
    [{ floodNoticesPerDay: 0 }, 'floodNoticesPerDay', '1 or more.'],
    [{ floodNoticesPerDay: '' }, '', ''],
  ],
  reports: [
    [{ staff: [3, 4], otherHolidays: ' 12/24/2026\n\n12/31/2026\n' }, '', ''],
    [{ staff: ['3'] }, 'staff.0', 'Invalid input: expected number, received string'],
    [
      { otherHolidays: '12/24/2026\n02/30/2027' },
      'otherHolidays',
      '“02/30/2027” is not a date. Enter one date a line, such as 12/24/2026.',
    ],
  ],
}

describe.each(settingsKeys)('%s', (key) => {
  const { schema, initial, fields } = settingsGroups[key]

  test('accepts its own defaults', () => {
    expect(schema.parse(initial)).toEqual(initial)
    expect(Object.keys(initial)).toEqual(Object.keys(fields))
  })

  test.each(table[key])('%j', (change, field, message) => {
    const { success, error } = schema.safeParse({ ...initial, ...change })
    expect(success).toBe(message === '')
    const found = (error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message])
    if (message !== '') expect(found).toEqual([[field, expect.stringContaining(message)]])
  })

  test('refuses an unknown field, and requires each of its own', () => {
    expect(schema.safeParse({ ...initial, noSuchField: 1 }).success).toBe(false)
    const withoutOne = Object.keys(initial).map((name) => [name, { ...initial, [name]: undefined }] as const)
    expect(withoutOne.filter(([, value]) => schema.safeParse(value).success).map(([name]) => name)).toEqual([])
  })
})

test('has each field of a page in one fieldset, and lets a field depend only on a flag of its own page', () => {
  for (const key of settingsKeys) {
    const group: {
      fields: Record<string, { enabledBy?: string; kind: string }>
      fieldsets?: readonly { fields: readonly string[] }[]
    } = settingsGroups[key]
    if (group.fieldsets)
      expect(group.fieldsets.flatMap((fieldset) => fieldset.fields).toSorted()).toEqual(
        Object.keys(group.fields).toSorted(),
      )
    for (const { enabledBy } of Object.values(group.fields))
      if (enabledBy) expect(['flag', 'choice']).toContain(group.fields[enabledBy]?.kind)
  }
})

test('offers a language once if it is sent several times', () => {
  const { schema, initial } = settingsGroups.languages
  expect(schema.parse({ ...initial, offered: ['THAI', 'ENGLISH', 'THAI'] }).offered).toEqual(['THAI', 'ENGLISH'])
})
