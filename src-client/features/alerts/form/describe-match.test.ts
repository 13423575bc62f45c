import { t } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { findsOf } from './describe-match.ts'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})

const none = { nicknames: false, soundAlikes: false, allWords: false, notByInitial: false }
const nothing = { firstName: '', lastName: '', businessName: '', parcelId: '', variants: none }
const person = { ...nothing, alertType: 'NAME', firstName: 'Thessaly', lastName: 'Brandvold' } as const
const trust = { ...nothing, alertType: 'BUSINESS', businessName: 'Brandvold Family Trust' } as const

test('nothing is said while nothing is watched', () => {
  expect(findsOf({ ...person, lastName: ' ' }, t)).toBeNull()
  expect(findsOf({ ...trust, businessName: '' }, t)).toBeNull()
  expect(findsOf({ ...nothing, alertType: 'PARCEL_ID' }, t)).toBeNull()
})

test.each([
  [
    person,
    ['Thessaly Brandvold, with or without a middle name', 'only the initial: T Brandvold'],
    ['Nicknames and other forms of Thessaly'],
  ],
  [
    { ...person, firstName: 'Thessaly Orrin' },
    ['it must match “Orrin”'],
    ['Nicknames and other forms of Thessaly.', 'Other spellings'],
  ],
  [
    { ...person, variants: { ...none, nicknames: true, soundAlikes: true, notByInitial: true } },
    ['Nicknames and other forms of Thessaly', 'sound alike'],
    ['only the initial: T Brandvold'],
  ],
  [trust, ['Brandvold Family Trust. We ignore endings such as LLC'], ['start with the same words', 'without “Trust”']],
  [{ ...trust, variants: { ...none, allWords: true } }, ['Longer names'], ['without “Trust”']],
  [{ ...nothing, alertType: 'PARCEL_ID' as const, parcelId: '17-03' }, ['Parcel 17-03.'], ['start the same']],
])('%j is told in plain sentences', (criteria, finds, leavesOut) => {
  const found = findsOf(criteria, t)
  for (const words of finds) expect(found?.finds.join(' ')).toContain(words)
  for (const words of leavesOut) expect(found?.leavesOut.join(' ')).toContain(words)
})
