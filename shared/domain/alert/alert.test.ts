import { describe, expect, test } from 'vitest'
import { alertInput } from '#shared/contract/alert.ts'
import { rules, withSettings } from '#tests/fixtures/alert-rules.ts'
import { offeredAlertTypes } from './alert-types.ts'
import { formatCriteria } from './alert-types.ts'
import { alertProblems, type AlertRules, deliveryMethodStatus } from './alert.ts'

const email = (value: string, acknowledged = true) => ({ value, acknowledged })
const person = {
  name: 'My name',
  alertType: 'NAME',
  firstName: 'Thessaly',
  lastName: 'Brandvold',
  alertEmailAddresses: [email('thessaly@example.org')],
}

describe('the problems of an alert', () => {
  const cases: [string, object, Record<string, string>, AlertRules?][] = [
    ['a complete alert', {}, {}],
    ['no nickname', { name: ' ' }, { name: 'Required.' }],
    ['no first name', { firstName: ' ' }, { firstName: 'Required.' }],
    ['no names', { firstName: '', lastName: null }, { firstName: 'Required.', lastName: 'Required.' }],
    ['a name of signs', { lastName: '---' }, { lastName: 'Use at least one letter or number.' }],
    ['no business name', { alertType: 'BUSINESS' }, { businessName: 'Required.' }],
    ['no parcel id', { alertType: 'PARCEL_ID' }, { parcelId: 'Required.' }],
    [
      'a type not offered',
      {},
      { alertType: 'This type of alert is not available.' },
      withSettings({ nameAlert: false }),
    ],
    [
      'no recipient',
      { alertEmailAddresses: [email('')] },
      { recipients: 'Enter at least one Email or Text(SMS) Recipient.' },
    ],
    [
      'no recipient where no texts are sent',
      { alertEmailAddresses: [] },
      { recipients: 'Enter at least one Email Recipient.' },
      { ...rules, texts: false },
    ],
    [
      'no recipient where emails are not offered',
      { alertEmailAddresses: [] },
      { recipients: 'Enter at least one Text(SMS) Recipient.' },
      withSettings({ numberOfEmails: 0 }),
    ],
    [
      'not an address',
      { alertEmailAddresses: [email('thessaly')] },
      { 'alertEmailAddresses.0.value': 'Enter an email address such as name@example.com.' },
    ],
    [
      'an address of 51 characters',
      { alertEmailAddresses: [email(`${'a'.repeat(39)}@example.org`)] },
      { 'alertEmailAddresses.0.value': '50 characters max.' },
    ],
    [
      'the same address in other case',
      { alertEmailAddresses: [email('a@example.org'), email('A@example.org')] },
      { 'alertEmailAddresses.1.value': 'Duplicate email.' },
    ],
    [
      'not acknowledged',
      { alertEmailAddresses: [email('a@example.org', false)] },
      { 'alertEmailAddresses.0.acknowledged': 'Please read and select the checkbox to acknowledge.' },
    ],
    [
      'no acknowledgement asked',
      { alertEmailAddresses: [email('a@example.org', false)] },
      {},
      withSettings({ emailAcknowledgement: false }),
    ],
    [
      'ignores an empty row, which needs no box',
      { alertEmailAddresses: [email('a@example.org'), email('', false)] },
      {},
    ],
    [
      'too many addresses',
      { alertEmailAddresses: ['a', 'b', 'c'].map((n) => email(`${n}@example.org`)) },
      { alertEmailAddresses: 'Up to 2.' },
    ],
    ['a short phone', { alertPhones: [email('(612) 555-014')] }, { 'alertPhones.0.value': '(XXX) XXX-XXXX' }],
    ['a complete phone', { alertPhones: [email('(612) 555-0142')] }, {}],
    [
      'the same phone twice',
      { alertPhones: [email('(612) 555-0142'), email('(612) 555-0142')] },
      { 'alertPhones.1.value': 'Duplicate phone.', alertPhones: 'Up to 1.' },
    ],
    [
      'a phone of a country not opened',
      { alertPhones: [email('8613123456789')] },
      { 'alertPhones.0.value': '(XXX) XXX-XXXX' },
    ],
    ['a phone of a country opened', { alertPhones: [email('8613123456789')] }, {}, { ...rules, otherCountries: true }],
    [
      'a foreign phone with spaces',
      { alertPhones: [email('86 131 2345 6789')] },
      { 'alertPhones.0.value': 'Numbers only.  No spaces.  No dashes.' },
      { ...rules, otherCountries: true },
    ],
    [
      'a phone where the service sends no texts',
      { alertPhones: [email('(612) 555-0142')] },
      { alertPhones: 'Not available here.' },
      { ...rules, texts: false },
    ],
    ['a pause until no date', { pausedUntil: '02/30/2027' }, { pausedUntil: 'MM/DD/YYYY' }],
    ['a pause', { pausedUntil: '02/28/2027' }, {}],
    ['a pause until tomorrow', { pausedUntil: '11/22/2026' }, {}],
    ['a pause until today', { pausedUntil: '11/21/2026' }, { pausedUntil: 'Choose a day after today.' }],
  ]
  test.each(cases)('%s', (_name, change, problems, its = rules) => {
    expect(alertProblems(alertInput.parse({ ...person, ...change }), its)).toEqual(problems)
  })

  test('refuses criteria that no record could match, if the caller supplies a rule for that', () => {
    const refusing = { ...rules, isMatchable: () => false }
    expect(alertProblems(alertInput.parse(person), refusing)).toEqual({
      firstName: 'We cannot match this to any record. Please write it another way.',
    })
    expect(alertProblems(alertInput.parse(person), { ...rules, isMatchable: () => true })).toEqual({})
  })

  test('keeps the type of an existing alert, and accepts it after the county stops offering it', () => {
    const input = alertInput.parse(person)
    const existing = { alertType: 'NAME' as const, pausedUntil: '' }
    expect(alertProblems(input, rules, { alertType: 'BUSINESS', pausedUntil: '' })).toEqual({
      alertType: 'The type of an alert cannot change.',
    })
    expect(alertProblems(input, withSettings({ nameAlert: false }), existing)).toEqual({})
  })

  test('accepts the past end of a pause if it is unchanged', () => {
    const over = { alertType: 'NAME' as const, pausedUntil: '11/20/2026' }
    expect(alertProblems(alertInput.parse({ ...person, pausedUntil: '11/20/2026' }), rules, over)).toEqual({})
    expect(alertProblems(alertInput.parse({ ...person, pausedUntil: '11/19/2026' }), rules, over)).toEqual({
      pausedUntil: 'Choose a day after today.',
    })
  })

  test.each([
    ['long nickname', { name: 'n'.repeat(61) }, '60 characters max.'],
    ['long first name', { firstName: 'n'.repeat(31) }, '30 characters max.'],
    ['long business name', { businessName: 'n'.repeat(151) }, '150 characters max.'],
    ['long parcel id', { parcelId: '1'.repeat(51) }, '50 characters max.'],
  ])('refuses %s by the schema', (_name, change, message) => {
    const result = alertInput.safeParse({ ...person, ...change })
    expect(result.error?.issues.map((issue) => issue.message)).toEqual([message])
  })

  test('refuses undocumented keys', () => {
    expect(alertInput.safeParse({ ...person, owner: 1 }).success).toBe(false)
  })
})

describe('the texts of an alert', () => {
  const criteria = (change: object) => alertInput.parse({ ...person, ...change }).criteria
  test.each([
    [{}, 'Thessaly Brandvold'],
    [{ alertType: 'BUSINESS', businessName: 'Quarry Road LLC' }, 'Quarry Road LLC'],
    [{ alertType: 'PARCEL_ID', parcelId: '17-03-123-045' }, '17-03-123-045'],
  ])('formats the criteria of %o', (change, text) => expect(formatCriteria(criteria(change))).toBe(text))

  test.each([
    [0, 2, 'UNVERIFIED'],
    [1, 2, 'PARTIAL'],
    [2, 2, 'VERIFIED'],
  ])('reports %i of %i verified recipients as %s', (verified, all, status) =>
    expect(deliveryMethodStatus(verified, all)).toBe(status),
  )

  test('offers person first, then business, then parcel', () => {
    expect(offeredAlertTypes(rules.alertSettings)).toEqual(['NAME', 'BUSINESS', 'PARCEL_ID'])
    expect(offeredAlertTypes({ ...rules.alertSettings, nameAlert: false })[0]).toBe('BUSINESS')
  })
})

test.each<[string, string[], string[], boolean]>([
  [
    'existing recipients may stay',
    ['a@example.org', 'B@example.org', 'c@example.org'],
    ['A@example.org', 'b@example.org', 'c@example.org'],
    true,
  ],
  ['fewer may stay too', ['a@example.org', 'b@example.org'], ['a@example.org', 'b@example.org', 'c@example.org'], true],
  [
    'no recipient may be added',
    ['a@example.org', 'b@example.org', 'd@example.org'],
    ['a@example.org', 'b@example.org', 'c@example.org'],
    false,
  ],
  ['no recipient may be replaced', ['a@example.org', 'd@example.org'], ['a@example.org', 'b@example.org'], false],
  ['a new alert has no existing recipients', ['a@example.org', 'b@example.org'], [], false],
])('above a lowered limit: %s', (_what, entered, existing, allowed) => {
  const problems = alertProblems(
    alertInput.parse({ ...person, alertEmailAddresses: entered.map((value) => email(value)) }),
    withSettings({ numberOfEmails: 1 }),
    { alertType: 'NAME', pausedUntil: '', alertEmailAddresses: existing.map((value) => ({ value })) },
  )
  expect(problems).toEqual(allowed ? {} : { alertEmailAddresses: 'Up to 1.' })
})

test('accepts numbers above a lowered limit in any spelling', () => {
  const problems = alertProblems(
    alertInput.parse({ ...person, alertPhones: [email('(612) 555-0142'), email('(612) 555-0143')] }),
    withSettings({ numberOfPhones: 1 }),
    { alertType: 'NAME', pausedUntil: '', alertPhones: [{ value: '+16125550142' }, { value: '+16125550143' }] },
  )
  expect(problems).toEqual({})
})
