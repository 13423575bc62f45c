import { t } from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { alertInput } from '#shared/contract/alert.ts'
import { alertProblems, type AlertRules } from '#shared/domain/alert/alert.ts'
import { rules, withSettings } from '#shared/domain/alert/testing.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { type AlertFormInput, initialValues, suggestedName } from './alert-form-values.ts'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})

it.each<[AlertRules, string]>([
  [rules, 'NAME'],
  [withSettings({ nameAlert: false }), 'BUSINESS'],
  [withSettings({ nameAlert: false, businessAlert: false }), 'PARCEL_ID'],
])('starts with the first type that is offered', (given, type) => {
  expect(initialValues(undefined, given, 'me@example.org')).toMatchObject({
    alertType: type,
    alertEmailAddresses: [{ value: 'me@example.org', acknowledged: false }],
  })
})

it('starts without an address where no emails are offered', () => {
  expect(initialValues(undefined, withSettings({ numberOfEmails: 0 }), 'me@example.org').alertEmailAddresses).toEqual(
    [],
  )
})

const good: AlertFormInput = {
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
])('names every problem on its field: %s', (_name, change, problems) => {
  expect(alertProblems(alertInput.parse({ ...good, ...change }), rules)).toEqual(problems)
})

it.each<[Partial<AlertFormInput>, string]>([
  [{}, 'Thessaly Brandvold'],
  [{ lastName: '' }, ''],
  [{ alertType: 'BUSINESS', businessName: 'Larkspur Hollow Family Trust' }, 'Larkspur Hollow Family Trust'],
  [{ alertType: 'PARCEL_ID', parcelId: '17-03-123-045' }, 'Parcel 17-03-123-045'],
  [{ alertType: 'PARCEL_ID', parcelId: '' }, ''],
])('suggests a nickname from what is watched', (change, name) => {
  expect(suggestedName(alertInput.parse({ ...good, ...change }).criteria, t)).toBe(name)
})
