import { describe, expect, it } from 'vitest'
import { feedInput } from '#shared/contract/feed-settings.ts'
import { feedFormSchema, toFeedForm } from './feed-form-values.ts'

const full = feedInput.parse({
  name: 'Recorder',
  timeZone: 'America/Denver',
  nameOrder: 'LAST_FIRST',
  nameWidth: 30,
  mapping: {
    documentIdentifier: 'DOC',
    recordedAt: ['REC', 'DATE'],
    documentType: 'TYPE',
    parties: [
      { role: 'grantor', name: 'GRANTOR' },
      { roleFrom: 'ROLE', lastName: ['LAST', 'SURNAME'], firstName: 'FIRST' },
    ],
    restricted: 'SEALED',
    parcels: ['PIN', ['APN', 'PARCEL']],
    situsAddresses: ['SITUS', ['ADDR', 'STREET']],
    extra: ['BOOK', 'PAGE'],
  },
  doubleSpaceSplits: true,
  losesLeadingZeros: true,
})
const plain = feedInput.parse({ name: 'Plain' })

it.each([full, plain])('returns the settings of a feed unchanged from the form: $name', (feed) => {
  expect(feedFormSchema.parse(toFeedForm(feed))).toEqual(feed)
})

describe('the form', () => {
  const problems = (change: object) =>
    (feedFormSchema.safeParse({ ...toFeedForm(plain), ...change }).error?.issues ?? []).map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    )

  it.each([
    [{ name: ' ' }, 'name: Required.'],
    [{ timeZone: 'Nowhere/Land' }, 'timeZone: Enter a time zone such as America/Chicago.'],
    [{ nameWidth: 'wide' }, 'nameWidth: Enter a whole number.'],
    [{ nameWidth: '3' }, 'nameWidth: Enter a width from 5 to 500.'],
  ])('refuses %j', (change, problem) => {
    expect(problems(change)).toEqual([problem])
  })

  it('requires the two columns of every mapping, but only of a mapping', () => {
    expect(problems({ mapped: true })).toEqual([
      'mapping.documentIdentifier: Required.',
      'mapping.recordedAt: Required.',
    ])
    expect(problems({ mapped: false })).toEqual([])
  })

  it('leaves out a party without a name', () => {
    const { mapping } = toFeedForm(full)
    const given = { ...toFeedForm(full), mapping: { ...mapping, parties: [{ ...mapping.parties[0]!, name: ' | ' }] } }
    expect(feedFormSchema.parse(given).mapping?.parties).toEqual([])
  })
})
