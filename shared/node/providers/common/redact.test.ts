import { expect, test } from 'vitest'
import { redact } from './redact.ts'
import { DeliveryError } from './transport.ts'

test.each([
  ['550 5.1.1 <wren.farrow@example.org>: unknown', '550 5.1.1 <[address]>: unknown'],
  ["The 'To' number +1 (612) 555-0188 is not valid", "The 'To' number [number] is not valid"],
  ['Bad key SG.a8Kd92hgjs0Lmq71ZZyt_x', 'Bad key [key]'],
  [
    'The provider could not be reached (UND_ERR_CONNECT_TIMEOUT).',
    'The provider could not be reached (UND_ERR_CONNECT_TIMEOUT).',
  ],
  ['two\r\nlines', 'two lines'],
  ['"wren farrow"@example.org is full', '[address] is full'],
  ['wren%40example.org, wren\u200B.farrow\u2060@example.org', '[address], [address]'],
  ['a NUL \0 and \u202Eturned', 'a NUL and turned'],
  ['half of a pair \uD83D', 'half of a pair \uFFFD'],
])('keeps the address of %j out of the log', (said, kept) => {
  expect(redact(said)).toBe(kept)
})

test.each(['a', '1', '.', '"', '('])('shortens any length of %j to 200 characters', (letter) => {
  expect(redact(letter.repeat(500_000)).length).toBeLessThanOrEqual(200)
})

test('redacts the words of a provider for any code that catches its error', () => {
  expect(new DeliveryError('refused', 'No such mailbox: wren@example.org\0').message).toBe('No such mailbox: [address]')
})
