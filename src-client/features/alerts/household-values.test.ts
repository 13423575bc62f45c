import { describe, expect, test } from 'vitest'
import type { AlertRules } from '#shared/rules/alert.ts'
import {
  alertsOf,
  householdProblems,
  householdSchema,
  type HouseholdInput,
  startingHousehold,
} from './household-values.ts'

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
}
const self = { firstName: 'Thessaly', lastName: 'Brandvold' }
const start = startingHousehold(self, rules, 'thessaly@example.org')
const values = (members: Partial<HouseholdInput['members']>, more: Partial<HouseholdInput> = {}) =>
  householdSchema.parse({ ...start, ...more, members: { ...start.members, ...members } })

describe('the alerts of a household', () => {
  test('are one for each member that is filled in, named after it, with the same recipients', () => {
    const alerts = alertsOf(
      values({ spouse: { firstName: 'Orrin', lastName: 'Dale' }, trust: { businessName: 'Brandvold Family Trust' } }),
      rules,
    )
    expect(alerts.map(({ alert }) => [alert.alertType, alert.name])).toEqual([
      ['NAME', 'Thessaly Brandvold'],
      ['NAME', 'Orrin Dale'],
      ['BUSINESS', 'Brandvold Family Trust'],
    ])
    for (const { alert } of alerts) expect(alert.alertEmailAddresses).toMatchObject([{ value: 'thessaly@example.org' }])
  })

  test('are only of the types that the county offers', () => {
    const fewer = { ...rules, alertSettings: { ...rules.alertSettings, businessAlert: false } }
    const all = values({ trust: { businessName: 'Brandvold Family Trust' }, parcel: { parcelId: '17-03-123-045' } })
    expect(alertsOf(all, fewer).map(({ member }) => member.key)).toEqual(['self', 'parcel'])
  })
})

test.each<[string, ReturnType<typeof values>, Record<string, string>]>([
  ['a whole form', values({}), {}],
  ['half a name', values({ spouse: { firstName: 'Orrin', lastName: '' } }), { 'members.spouse.lastName': 'Required.' }],
  ['nobody', values({ self: { firstName: '', lastName: '' } }), { 'members.self.firstName': 'Required.' }],
  [
    'no recipient',
    values({}, { alertEmailAddresses: [] }),
    { recipients: 'Enter at least one Email or Text(SMS) Recipient.' },
  ],
])('%s', (_what, given, problems) => {
  expect(householdProblems(given, rules)).toEqual(problems)
})
