import { expect, test } from 'vitest'
import { readSendgridEvent, readTwilioStatus } from './provider-report.ts'

test.each([
  [{ event: 'processed' }, { meaning: 'accepted', stop: null }],
  [
    { event: 'deferred', response: '400 try again later' },
    { meaning: 'accepted', stop: null },
  ],
  [{ event: 'delivered' }, { meaning: 'delivered', stop: null }],
  [
    { event: 'bounce', type: 'bounce', status: '5.0.0' },
    { meaning: 'failed', stop: 'bounce' },
  ],
  [
    { event: 'bounce', type: 'blocked' },
    { meaning: 'failed', stop: null },
  ],
  [
    { event: 'dropped', reason: 'Bounced Address' },
    { meaning: 'failed', stop: 'bounce' },
  ],
  [
    { event: 'dropped', reason: 'Spam Reporting Address' },
    { meaning: 'failed', stop: 'complaint' },
  ],
  [
    { event: 'dropped', reason: 'Unsubscribed Address' },
    { meaning: 'failed', stop: null },
  ],
  [{ event: 'dropped' }, { meaning: 'failed', stop: null }],
  [{ event: 'spamreport' }, { meaning: 'delivered', stop: 'complaint' }],
])('SendGrid: %j', (event, expected) => {
  expect(readSendgridEvent(event)).toMatchObject(expected)
})

test.each([{ event: 'open' }, { event: 'click' }, { event: 'group_resubscribe' }, { event: 7 }, {}])(
  'SendGrid: %j says nothing of delivery',
  (event) => {
    expect(readSendgridEvent(event)).toBeNull()
  },
)

test.each([
  ['queued', undefined, { meaning: 'accepted', stop: null }],
  ['sent', undefined, { meaning: 'accepted', stop: null }],
  ['delivered', undefined, { meaning: 'delivered', stop: null }],
  ['undelivered', '30003', { meaning: 'failed', stop: null, reason: 'The text was not delivered (Twilio 30003).' }],
  ['undelivered', '30006', { meaning: 'failed', stop: 'bounce' }],
  ['failed', '30005', { meaning: 'failed', stop: 'bounce' }],
  ['failed', '21610', { meaning: 'failed', stop: 'stop' }],
  ['failed', undefined, { meaning: 'failed', stop: null, reason: 'The text was not delivered.' }],
])('Twilio: %s %s', (MessageStatus, ErrorCode, expected) => {
  expect(readTwilioStatus({ MessageStatus, ErrorCode })).toMatchObject(expected)
})

test('Twilio: other statuses say nothing', () => {
  expect(readTwilioStatus({ MessageStatus: 'received' })).toBeNull()
  expect(readTwilioStatus({})).toBeNull()
})
