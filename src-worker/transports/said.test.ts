import { expect, test } from 'vitest'
import { withoutAddresses } from './said.ts'

test.each([
  ['550 5.1.1 <wren.farrow@example.org>: unknown', '550 5.1.1 <[address]>: unknown'],
  ["The 'To' number +1 (612) 555-0188 is not valid", "The 'To' number [number] is not valid"],
  ['Bad key SG.a8Kd92hgjs0Lmq71ZZyt_x', 'Bad key [key]'],
  [
    'The provider could not be reached (UND_ERR_CONNECT_TIMEOUT).',
    'The provider could not be reached (UND_ERR_CONNECT_TIMEOUT).',
  ],
  ['two\r\nlines', 'two lines'],
])('the log keeps no address of %j', (said, kept) => {
  expect(withoutAddresses(said)).toBe(kept)
})
