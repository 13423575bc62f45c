import { t } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { type Criteria, noMatchOptions as none } from '#shared/contract/alert.ts'
import { describeMatch } from './describe-match.ts'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})

const person: Criteria = {
  alertType: 'NAME',
  firstName: 'Thessaly',
  lastName: 'Brandvold',
  formerLastName: '',
  variants: none,
}
const trust: Criteria = { alertType: 'BUSINESS', businessName: 'Brandvold Family Trust', variants: none }
const parcel: Criteria = { alertType: 'PARCEL_ID', parcelId: '17-03', variants: none }

test('says nothing without criteria', () => {
  expect(describeMatch({ ...person, lastName: '' }, t)).toBeNull()
  expect(describeMatch({ ...trust, businessName: '' }, t)).toBeNull()
  expect(describeMatch({ ...parcel, parcelId: '' }, t)).toBeNull()
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
    ['only the initial: T Brandvold', 'Other first or last names.'],
  ],
  [
    { ...person, formerLastName: ' Farrow ', variants: { ...none, typingSlips: true, formerName: true } },
    ['under the former last name: Thessaly Farrow.', 'spelled almost the same', 'Brandvold as the last middle name'],
    ['Nicknames and other forms of Thessaly', 'Other first or last names.'],
  ],
  [trust, ['Brandvold Family Trust. We ignore endings such as LLC'], ['start with the same words', 'without “Trust”']],
  [{ ...trust, variants: { ...none, allWords: true } }, ['Longer names'], ['without “Trust”']],
  [
    { ...person, variants: { ...none, possible: true } },
    ['In the weekly email: Thessaly and Brandvold among other words'],
    ['Other spellings'],
  ],
  [
    { ...trust, variants: { ...none, possible: true } },
    ['longer names with all these words, and names that leave out the last words'],
    ['without “Trust”'],
  ],
  [
    { ...trust, variants: { ...none, allWords: true, possible: true } },
    ['Longer names that contain', 'In the weekly email: names that leave out the last words'],
    ['without “Trust”'],
  ],
  [parcel, ['Parcel 17-03.'], ['start the same']],
])('describes %j in plain sentences', (criteria, finds, leavesOut) => {
  const found = describeMatch(criteria, t)
  for (const words of finds) expect(found?.finds.join(' ')).toContain(words)
  for (const words of leavesOut) expect(found?.leavesOut.join(' ')).toContain(words)
})
