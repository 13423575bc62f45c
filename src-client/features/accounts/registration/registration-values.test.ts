import { beforeAll, expect, test } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import {
  choiceProblems,
  emptyRegistration,
  type RegistrationInput,
  registrationSchema,
  toWatch,
} from './registration-values.ts'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})

const values = (change: Partial<RegistrationInput> = {}) =>
  registrationSchema.parse({ ...emptyRegistration, firstName: 'Thessaly', lastName: 'Brandvold', ...change })
const property = (parcelId: string) => ({ parcelId, address: '412 LARKSPUR LN', city: 'ALDER FALLS', zip: '55810' })
const rules = { offered: ['NAME', 'BUSINESS', 'PARCEL_ID'] as const, mask: null, consent: true, findsProperty: false }

test('makes the alerts of the second step, with recognizable names', () => {
  expect(toWatch(values())).toEqual([
    {
      name: 'My name',
      alertType: 'NAME',
      firstName: 'Thessaly',
      lastName: 'Brandvold',
      variants: { possible: true },
      automaticWidth: true,
    },
  ])
  expect(
    toWatch(
      values({
        watchesProperty: true,
        properties: [property('17-03-123-045'), property('17-03-123-046')],
        watchesName: false,
        watchesBusiness: true,
        businessName: ` ${'Long Family Trust '.repeat(5)}`,
      }),
    ),
  ).toEqual([
    { name: '412 Larkspur Lane', alertType: 'PARCEL_ID', parcelId: '17-03-123-045' },
    { name: '412 Larkspur Lane (2)', alertType: 'PARCEL_ID', parcelId: '17-03-123-046' },
    {
      name: 'Long Family Trust Long Family Trust Long Family Trust Long F',
      alertType: 'BUSINESS',
      businessName: 'Long Family Trust '.repeat(5).trim(),
      variants: { possible: true },
    },
  ])
  expect(toWatch(values({ watchesProperty: true, parcelId: '17-03', watchesName: false }))).toEqual([
    { name: 'My property', alertType: 'PARCEL_ID', parcelId: '17-03' },
  ])
})

test.each<[string, object, object]>([
  ['nothing chosen', { watchesName: false }, { choice: 'Choose what to watch, or choose Not now.' }],
  ['no consent', {}, { agreed: 'Please read and select the checkbox to acknowledge.' }],
  ['a property not found yet', { watchesProperty: true, agreed: true }, { parcelId: /^Find your property/ }],
  ['a number that is none', { watchesProperty: true, agreed: true, parcelId: '--' }, { parcelId: /letters or digits/ }],
  ['no business', { watchesBusiness: true, agreed: true }, { businessName: 'Required.' }],
  [
    'too many',
    { watchesProperty: true, properties: ['1', '2', '3'].map(property), agreed: true },
    { choice: 'You can start with 3 alerts. You can add more after you log in.' },
  ],
  ['all well', { agreed: true }, {}],
])('says what is wrong in the second step: %s', (_what, change, problems) => {
  const found = choiceProblems(values(change), rules)
  expect(Object.keys(found)).toEqual(Object.keys(problems))
  for (const [field, problem] of Object.entries(problems)) expect(found[field]).toMatch(problem as string)
})

test('asks for consent only if the county does', () => {
  expect(choiceProblems(values(), { ...rules, consent: false })).toEqual({})
})
