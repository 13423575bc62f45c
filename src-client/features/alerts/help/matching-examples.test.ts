import { expect, test } from 'vitest'
import { type Criteria, noMatchOptions as plain, type MatchOptions } from '#shared/contract/alert.ts'
import { gradeOf, matchGrades } from '#shared/contract/match.ts'
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
  const match = decideMatch(criteria, toRecord(record))
  return match && gradeOf(match)
}

test.each(matchingExamples)('$alert and $record: $result', (example) => {
  const { result, grade } = example
  expect(matches(example, { possible: false })).toBe(result === 'yes' ? 'CERTAIN' : null)
  if (result === 'no') expect(matches(example, everythingOn)).toBeNull()
  else expect(matches(example, { possible: true, ...(result !== 'yes' && { [result]: true }) })).toBe(grade)
})

test('has an example of each grade', () => {
  expect(new Set(matchingExamples.map(({ grade }) => grade))).toEqual(new Set([...matchGrades, null]))
})
