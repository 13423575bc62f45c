import { expect, it } from 'vitest'
import { getGivenAnswer } from './notice-view.ts'

it.each([
  ['was given to this message', 'wrong', false, undefined, 'wrong'],
  ['was given to this message, whatever was chosen since', 'wrong', false, 'expected', 'wrong'],
  ['was given to another message of the record', 'wrong', true, undefined, 'wrong'],
  ['was given there, and chosen here', 'wrong', true, 'wrong', 'wrong'],
  ['was given there, and another chosen here', 'expected', true, 'wrong', null],
  ['was not given', null, false, 'wrong', null],
] as const)('says which answer %s', (_what, answer, answeredElsewhere, chosen, said) => {
  expect(getGivenAnswer({ answer, answeredElsewhere }, chosen)).toBe(said)
})
