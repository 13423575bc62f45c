import { expect, test } from 'vitest'
import { earlierSentences, middleConflicts, parcelSentences, sentences } from './reason.ts'
import { toStaffSentence } from './staff-sentence.ts'

const everySentence = [
  ...Object.values(sentences),
  ...Object.values(parcelSentences),
  ...Object.keys(earlierSentences),
].flatMap((sentence) => [sentence, ...Object.values(middleConflicts).map((conflict) => `${sentence} ${conflict}`)])
const toOwner = /\byours?\b/i

test('no sentence that staff read speaks to the alert’s owner', () => {
  expect(everySentence.filter((sentence) => toOwner.test(sentence)).length).toBeGreaterThan(30)
  expect(everySentence.map(toStaffSentence).filter((sentence) => toOwner.test(sentence))).toEqual([])
})

test('each sentence for staff is under 20 words, as those for residents are', () => {
  const long = everySentence
    .map(toStaffSentence)
    .flatMap((text) => text.split('. '))
    .filter((sentence) => sentence.split(' ').length >= 20)
  expect(long).toEqual([])
})

test.each([
  [
    'The last name is the same. Your alert writes the first name short.',
    'The last name is the same. The alert writes the first name short.',
  ],
  [
    'The first name matches. The last name and your former last name have one part in common. One middle name is the same, another is not.',
    'The first name matches. The last name and the alert’s former last name have one part in common. One middle name is the same, another is not.',
  ],
  [
    'The record’s name was cut short. What is left is how yours begins.',
    'The name in the record may be cut short. What it shows is how the alert’s name begins.',
  ],
  ['The record’s name has every word of your alert.', 'The record’s name has every main word of the alert.'],
  ['First and last name are the same.', 'First and last name are the same.'],
  ['The parcel id is the same.', 'The parcel id is the same.'],
  [
    'A sentence of no version of the rule, about your alert.',
    'A sentence of no version of the rule, about your alert.',
  ],
  ['', ''],
])('%j for staff', (stored, forStaff) => {
  expect(toStaffSentence(stored)).toBe(forStaff)
})
