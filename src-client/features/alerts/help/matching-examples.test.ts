import { expect, test } from 'vitest'
import { type Criteria, noMatchOptions as plain, type MatchOptions } from '#shared/contract/alert.ts'
import { decideMatch, record as toRecord } from '#tests/matching/shorthand.ts'
import { type MatchingExample, matchingExamples } from './matching-examples.ts'

const everythingOn = {
  nicknames: true,
  soundAlikes: true,
  typingSlips: true,
  formerName: true,
  allWords: true,
  possible: true,
} as const satisfies Record<Exclude<keyof MatchOptions, 'notByInitial'>, true>

function matches(
  { alertType, alert, lastNameWords = 1, formerLastName = '', record }: MatchingExample,
  variants: Partial<MatchOptions>,
) {
  const words = alert.split(' ')
  const criteria: Criteria =
    alertType === 'NAME'
      ? {
          alertType,
          firstName: words.slice(0, -lastNameWords).join(' '),
          lastName: words.slice(-lastNameWords).join(' '),
          formerLastName,
          variants: { ...plain, ...variants },
        }
      : { alertType, businessName: alert, variants: { ...plain, ...variants } }
  // A second implementation of the rule checks the expected result.
  return decideMatch(criteria, toRecord(record)) !== null
}

test.each(matchingExamples)('$alert and $record: $result', (example) => {
  const { result } = example
  expect(matches(example, {})).toBe(result === 'yes')
  if (result === 'no') expect(matches(example, everythingOn)).toBe(false)
  else expect(matches(example, result === 'yes' ? {} : { [result]: true })).toBe(true)
})
