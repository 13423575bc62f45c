import { expect, test } from 'vitest'
import { readSendgridStatus } from './report.ts'

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
  expect(readSendgridStatus(event)).toMatchObject(expected)
})

test.each([{ event: 'open' }, { event: 'click' }, { event: 'group_resubscribe' }, { event: 7 }, {}])(
  'SendGrid: ignores %j, which does not report delivery',
  (event) => {
    expect(readSendgridStatus(event)).toBeNull()
  },
)
