import { t } from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { alertFormInput } from '#shared/contract/alert.ts'
import { alertProblems, type AlertRules } from '#shared/domain/alert/alert.ts'
import { rules, withSettings } from '#tests/fixtures/alert-rules.ts'
import { type AlertFormInput, initialValues, suggestedName, toAlertInputs } from './alert-form-values.ts'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})

it.each<[AlertRules, string]>([
  [rules, 'NAME'],
  [withSettings({ nameAlert: false }), 'BUSINESS'],
  [withSettings({ nameAlert: false, businessAlert: false }), 'PARCEL_ID'],
])('starts with the first type that the county offers', (given, type) => {
  expect(initialValues(undefined, given, { email: 'me@example.org' })).toMatchObject({
    alertType: type,
    alertEmailAddresses: [{ value: 'me@example.org', acknowledged: false }],
  })
})

it('starts without an email when the county offers none', () => {
  expect(
    initialValues(undefined, withSettings({ numberOfEmails: 0 }), { email: 'me@example.org' }).alertEmailAddresses,
  ).toEqual([])
})

const good: AlertFormInput = {
  properties: [],
  name: 'My name',
  alertType: 'NAME',
  firstName: 'Thessaly',
  lastName: 'Brandvold',
  alertEmailAddresses: [{ value: 'me@example.org', acknowledged: true }],
}

it.each<[string, Partial<AlertFormInput>, Record<string, string>]>([
  ['nothing wrong', {}, {}],
  ['a nickname of 60 characters', { name: 'n'.repeat(60) }, {}],
  ['no nickname', { name: ' ' }, { name: 'Required.' }],
  ['no last name', { lastName: '' }, { lastName: 'Required.' }],
  [
    'not acknowledged',
    { alertEmailAddresses: [{ value: 'me@example.org', acknowledged: false }] },
    { 'alertEmailAddresses.0.acknowledged': 'Please read and select the checkbox to acknowledge.' },
  ],
  [
    'the same address twice',
    {
      alertEmailAddresses: [
        { value: 'me@example.org', acknowledged: true },
        { value: 'ME@example.org', acknowledged: true },
      ],
    },
    { 'alertEmailAddresses.1.value': 'Duplicate email.' },
  ],
  [
    'a short phone',
    { alertPhones: [{ value: '612 555', acknowledged: true }] },
    { 'alertPhones.0.value': '(XXX) XXX-XXXX' },
  ],
  ['nobody to tell', { alertEmailAddresses: [] }, { recipients: 'Enter at least one Email or Text(SMS) Recipient.' }],
  ['no date', { pausedUntil: '13/45/2026' }, { pausedUntil: 'MM/DD/YYYY' }],
])('shows every problem at its field: %s', (_name, change, problems) => {
  expect(alertProblems(alertFormInput.parse({ ...good, ...change }), rules)).toEqual(problems)
})

it.each<[Partial<AlertFormInput>, string]>([
  [{}, 'Thessaly Brandvold'],
  [{ lastName: '' }, ''],
  [{ alertType: 'BUSINESS', businessName: 'Larkspur Hollow Family Trust' }, 'Larkspur Hollow Family Trust'],
  [{ alertType: 'PARCEL_ID', parcelId: '17-03-123-045' }, 'Parcel 17-03-123-045'],
  [{ alertType: 'PARCEL_ID', parcelId: '' }, ''],
])('suggests a nickname from the criteria', (change, name) => {
  expect(suggestedName(alertFormInput.parse({ ...good, ...change }).criteria, t)).toBe(name)
})

const mill = ['17-03-200-011', '17-03-200-012'].map((parcelId) => ({
  parcelId,
  address: '1200 MILL RD',
  city: 'ALDER FALLS',
  zip: '55810',
}))
const watchesMill = { ...good, alertType: 'PARCEL_ID', parcelId: '17-03-200-011', properties: mill } as const

it.each<[string, string[], string]>([
  ['its address', [], '1200 Mill Road'],
  ['with a number where the owner has that name', ['1200 mill road'], '1200 Mill Road (2)'],
])('suggests the address as the nickname of a found property: %s', (_name, taken, name) => {
  const { criteria, properties } = alertFormInput.parse(watchesMill)
  expect(suggestedName(criteria, t, { properties, taken })).toBe(name)
})

it('makes one alert for each parcel of an address, numbered from the chosen name', () => {
  const values = alertFormInput.parse({ ...watchesMill, name: 'The mill' })
  expect(toAlertInputs(values, ['The mill (2)']).map((alert) => [alert.name, alert.criteria])).toMatchObject([
    ['The mill', { parcelId: '17-03-200-011' }],
    ['The mill (3)', { parcelId: '17-03-200-012' }],
  ])
})

it.each([
  ['of one parcel', { ...watchesMill, properties: mill.slice(0, 1) }],
  ['of a parcel number typed by hand', { ...watchesMill, properties: [] }],
  ['of a person, whatever was found before', { ...good, properties: mill }],
])('makes one alert %s, without the properties', (_name, values) => {
  const alerts = toAlertInputs(alertFormInput.parse(values), [])
  expect(alerts).toHaveLength(1)
  expect(alerts[0]).not.toHaveProperty('properties')
})
