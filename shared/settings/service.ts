import { z } from 'zod'
import { floodGuard } from '../contract/flood-guard.ts'
import { parseMask } from '../matching/parcels/parcel.ts'
import { count, flag, optionalCount, publicField, rows, secureLink, text } from './field.ts'
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
      ...text(
        'Parcel mask',
        40,
        'The length of each part, such as 2-2-3-3-4. Add a question mark if the last part is optional: 2-2-3-3-4?',
      ),
      schema: z.string().trim().max(40, '40 characters max.').superRefine(readableMask),
    }),
    parcelHelpText: publicField(
      text(
        'Where to find a parcel number',
        255,
        'A sentence for residents, above a drawn tax bill. Without it: “It’s on your tax bill, often at the top right:”',
      ),
    ),
    parcelHelpLink: publicField(
      secureLink('Find my parcel number', 'The county’s page where residents look up a parcel number. https only.'),
    ),
    floodNoticesPerDay: optionalCount('Daily notice limit', {
      min: 1,
      max: 1_000_000,
      unit: 'notices',
      help: `Notices over the limit wait under Held notices for approval. If you leave it empty, the limit is ${floodGuard.factor} times a usual day of the last ${floodGuard.days} days, but never below ${floodGuard.floor.toLocaleString('en-US')}.`,
    }),
    floodRecordAgeDays: count('Hold notices about records older than', {
      min: 1,
      max: 3650,
      initial: 90,
      unit: 'days',
      help: 'They wait under Held notices for approval. Counted from the recording date.',
    }),
    weeklyEmail: publicField(
      flag(
        'Weekly email of possible matches',
        true,
        'Each Monday at 8:00 AM, residents who want it get one email about weaker matches. If you switch it off, we look for no more of them.',
      ),
    ),
    textBudgetPerMonth: count('Monthly text budget', {
      min: 0,
      max: 10_000_000,
      initial: 100_000,
      unit: 'texts',
      help: 'Over budget, we use a verified email of the same alert, and the email says so.',
    }),
    verificationTextsPerHour: count('Verification texts per hour', {
      min: 1,
      max: 100_000,
      initial: 500,
      unit: 'texts',
    }),
    otherCountries: publicField(flag('Allow phone numbers outside North America', false)),
    messageRetentionDays: count('Keep message content and provider responses for', {
      min: 30,
      max: 3650,
      initial: 400,
      unit: 'days',
      help: 'From 30 to 3650.',
    }),
    documentTypes: rows('explanations', 50, {
      help: 'Emails and notice pages explain common types of documents. To change our words, enter a type as your feed writes it, such as QCD, and your own words. Without words, we say nothing about it.',
    }),
    totpForAdministrators: flag('Require administrators to use an authenticator app', false),
  },
  fieldsets: [
    { title: 'Parcels', fields: ['parcelMask', 'parcelHelpText', 'parcelHelpLink'] },
    { title: 'Notice limits', fields: ['floodNoticesPerDay', 'floodRecordAgeDays'] },
    { title: 'Weekly email', fields: ['weeklyEmail'] },
    {
      title: 'Texts',
      requiresTexts: true,
      fields: ['textBudgetPerMonth', 'verificationTextsPerHour', 'otherCountries'],
    },
    { title: 'Document types', fields: ['documentTypes'] },
    { title: 'Retention and login', fields: ['messageRetentionDays', 'totpForAdministrators'] },
  ],
})
