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

it.each([full, plain])('what a feed states comes back from the form as it was: $name', (feed) => {
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

  it('asks for the two columns that every mapping needs, and only then', () => {
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
