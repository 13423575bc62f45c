import { t } from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { noMatchOptions } from '#shared/contract/alert.ts'
import type { AlertRules } from '#shared/domain/alert/alert.ts'
import {
  formProblems,
  toHousehold,
  householdSchema,
  type HouseholdFields,
  toFormProblems,
  initialHousehold,
} from './household-values.ts'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})

const rules: AlertRules = {
  alertSettings: {
    businessAlert: true,
    nameAlert: true,
    parcelIdAlert: true,
    numberOfEmails: 1,
    numberOfPhones: 1,
    emailAcknowledgement: false,
    phoneAcknowledgement: false,
  },
  mask: null,
  otherCountries: false,
  texts: true,
  today: '2026-11-21',
}
const self = { firstName: 'Thessaly', lastName: 'Brandvold' }
const start = initialHousehold(self, rules, 'thessaly@example.org')
const values = (members: Partial<HouseholdFields['members']>, more: Partial<HouseholdFields> = {}) =>
  householdSchema.parse({ ...start, ...more, members: { ...start.members, ...members } })

describe('the alerts of a household', () => {
  test('are one for each filled-in member, named after it, with the same recipients', () => {
    const { input } = toHousehold(
      values({
        spouse: {
          firstName: 'Orrin',
          lastName: 'Dale',
          formerLastName: ' Hale ',
          variants: { ...noMatchOptions, nicknames: true },
        },
        trust: { businessName: 'Brandvold Family Trust' },
        parcel: { parcelId: '17-03-123-045', properties: [] },
      }),
      rules,
      t,
    )
    expect(input.alerts.map(({ criteria, name }) => [criteria.alertType, name])).toEqual([
      ['NAME', 'Thessaly Brandvold'],
      ['NAME', 'Orrin Dale'],
      ['BUSINESS', 'Brandvold Family Trust'],
      ['PARCEL_ID', 'Parcel 17-03-123-045'],
    ])
    expect(input.alerts.map(({ criteria }) => criteria.variants.nicknames)).toEqual([false, true, false, false])
    expect(input.alerts.map(({ criteria }) => 'formerLastName' in criteria && criteria.formerLastName)).toEqual([
      '',
      'Hale',
      false,
      false,
    ])
    expect(input.alertEmailAddresses).toMatchObject([{ value: 'thessaly@example.org' }])
  })

  test('are one for each parcel of the house, named by its address', () => {
    const properties = ['17-03-200-011', '17-03-200-012'].map((parcelId) => ({
      parcelId,
      address: '1200 MILL RD',
      city: 'ALDER FALLS',
      zip: '55810',
    }))
    const { filled, input } = toHousehold(values({ parcel: { parcelId: '17-03-200-011', properties } }), rules, t, [
      '1200 Mill Road',
    ])
    expect(filled.map(({ key }) => key)).toEqual(['self', 'parcel', 'parcel'])
    expect(input.alerts.map(({ name, criteria }) => [name, 'parcelId' in criteria && criteria.parcelId])).toEqual([
      ['Thessaly Brandvold', false],
      ['1200 Mill Road (2)', '17-03-200-011'],
      ['1200 Mill Road (3)', '17-03-200-012'],
    ])
  })

  test('have only types that the county offers', () => {
    const fewer = { ...rules, alertSettings: { ...rules.alertSettings, businessAlert: false } }
    const all = values({
      trust: { businessName: 'Brandvold Family Trust' },
      parcel: { parcelId: '17-03-123-045', properties: [] },
    })
    expect(toHousehold(all, fewer, t).filled.map(({ key }) => key)).toEqual(['self', 'parcel'])
  })
})

test.each<[string, ReturnType<typeof values>, Record<string, string>]>([
  ['a whole form', values({}), {}],
  [
    'half a name',
    values({ spouse: { firstName: 'Orrin', lastName: '', formerLastName: '' } }),
    { 'members.spouse.lastName': 'Required.' },
  ],
  [
    'nobody',
    values({ self: { firstName: '', lastName: '', formerLastName: '' } }),
    { 'members.self.firstName': 'Required.' },
  ],
  [
    'no recipient',
    values({}, { alertEmailAddresses: [] }),
    { recipients: 'Enter at least one Email or Text(SMS) Recipient.' },
  ],
])('%s', (_what, given, problems) => {
  expect(formProblems(given, rules, t)).toEqual(problems)
})

test('shows what the server refuses at the fields of the form', () => {
  const { filled } = toHousehold(
    values({ trust: { businessName: 'Brandvold Family Trust' }, parcel: { parcelId: '17', properties: [] } }),
    rules,
    t,
  )
  const refused = {
    'alerts.0.lastName': 'Required.',
    // A type that the county turned off meanwhile has no field of its own.
    'alerts.1.alertType': 'This type of alert is not available.',
    'alerts.2.parcelId': '9 digits.',
    'alertEmailAddresses.0.value': 'Duplicate email.',
  }
  expect(toFormProblems(refused, filled)).toEqual({
    'members.self.lastName': 'Required.',
    'members.trust.businessName': 'This type of alert is not available.',
    'members.parcel.parcelId': '9 digits.',
    'alertEmailAddresses.0.value': 'Duplicate email.',
  })
})
