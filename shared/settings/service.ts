import { z } from 'zod'
import { parseMask } from '../matching/parcel.ts'
import { count, flag, publicField, text } from './field.ts'
import { group } from './group.ts'

function readableMask(mask: string, { addIssue }: z.RefinementCtx): void {
  try {
    parseMask(mask)
  } catch (error) {
    addIssue({ code: 'custom', message: (error as RangeError).message })
  }
}

/** Settings that belong to none of the fifteen documented groups, for FOREVER and TRIMIN. */
export const service = group({
  page: 'service',
  title: 'Service',
  link: 'Service',
  section: 'Technical',
  fields: {
    parcelMask: publicField({
      ...text('Parcel mask', 40, 'Lengths of its parts, such as 2-2-3-3-4; 2-2-3-3-4? where the last may be missing.'),
      schema: z.string().trim().max(40, '40 characters max.').superRefine(readableMask),
    }),
    floodNoticesPerDay: count('Notices in a day before the rest wait', {
      min: 1,
      max: 1_000_000,
      initial: 5000,
      unit: 'notices',
      help: 'What is above waits on the Feeds page until somebody lets it go.',
    }),
    floodRecordAgeDays: count('Records older than', {
      min: 1,
      max: 3650,
      initial: 90,
      unit: 'days',
      help: 'Their notices wait too. Counted from the day of recording.',
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
    otherCountries: publicField(flag('Phone numbers outside North America', false)),
    messageRetentionDays: count('Keep message texts and provider answers for', {
      min: 30,
      max: 3650,
      initial: 400,
      unit: 'days',
      help: 'From 30 to 3650.',
    }),
    totpForAdministrators: flag('Administrators need a code from an authenticator app', false),
  },
  fieldsets: [
    { title: 'Parcels', fields: ['parcelMask'] },
    { title: 'Floods of notices', fields: ['floodNoticesPerDay', 'floodRecordAgeDays'] },
    {
      title: 'Texts',
      requiresTexts: true,
      fields: ['textBudgetPerMonth', 'verificationTextsPerHour', 'otherCountries'],
    },
    { title: 'Retention and log-in', fields: ['messageRetentionDays', 'totpForAdministrators'] },
  ],
})
