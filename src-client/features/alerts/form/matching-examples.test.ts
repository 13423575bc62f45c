import { expect, test } from 'vitest'
import { type Criteria, noVariants as plain } from '#shared/contract/alert.ts'
import { parseAlert } from '#shared/matching/parsed-alert.ts'
import { decide } from '#shared/matching/decide.ts'
import { parseRecord } from '#shared/matching/record.ts'
import { defaultFeedFormat } from '#shared/matching/feed-format.ts'
import { type MatchingExample, matchingExamples } from './matching-examples.ts'

function matches({ alertType, alert, lastNameWords = 1, record }: MatchingExample, variants: Partial<typeof plain>) {
  const words = alert.split(' ')
  const criteria: Criteria =
    alertType === 'NAME'
      ? {
          alertType,
          firstName: words.slice(0, -lastNameWords).join(' '),
          lastName: words.slice(-lastNameWords).join(' '),
          formerLastName: '',
          variants: { ...plain, ...variants },
        }
      : { alertType, businessName: alert, variants: { ...plain, ...variants } }
  const read = parseRecord({ parties: [{ name: record }], parcels: [] }, defaultFeedFormat, null)
  return decide(parseAlert(criteria, null), read) !== null
}

test.each(matchingExamples)('$alert and $record: $result', (example) => {
  const { result } = example
  expect(matches(example, {})).toBe(result === 'yes')
  const widened = result === 'soundAlikes' || result === 'nicknames' ? { [result]: true } : {}
  expect(matches(example, widened)).toBe(result !== 'no')
})
