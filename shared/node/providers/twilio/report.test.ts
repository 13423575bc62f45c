import { expect, test } from 'vitest'
import { readTwilioStatus } from './report.ts'

test.each([
  ['queued', undefined, { meaning: 'accepted', stop: null }],
  ['sent', undefined, { meaning: 'accepted', stop: null }],
  ['delivered', undefined, { meaning: 'delivered', stop: null }],
  [
    'undelivered',
    '30003',
    {
      meaning: 'failed',
      stop: null,
      reason: 'The phone is off or out of reach. Send the text again later. (Twilio 30003)',
    },
  ],
  ['undelivered', '30006', { meaning: 'failed', stop: 'bounce' }],
  ['failed', '30005', { meaning: 'failed', stop: 'bounce' }],
  ['failed', '21610', { meaning: 'failed', stop: 'stop' }],
  ['failed', '31999', { meaning: 'failed', stop: null, reason: 'The text was not delivered (Twilio 31999).' }],
  ['failed', undefined, { meaning: 'failed', stop: null, reason: 'The text was not delivered.' }],
])('Twilio: %s %s', (MessageStatus, ErrorCode, expected) => {
  expect(readTwilioStatus({ MessageStatus, ErrorCode })).toMatchObject(expected)
})

test('Twilio: ignores other statuses', () => {
  expect(readTwilioStatus({ MessageStatus: 'received' })).toBeNull()
  expect(readTwilioStatus({})).toBeNull()
})
