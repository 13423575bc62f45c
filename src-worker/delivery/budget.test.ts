import { afterAll, beforeAll, expect, test } from 'vitest'
import { turnIntoEmails } from './budget.queries.ts'
import { type DeliveryHouse, openDeliveryHouse } from './testing.ts'

let house: DeliveryHouse
beforeAll(async () => {
  house = await openDeliveryHouse()
})
afterAll(() => house.close())

test.each([
  ['waiting', 'cancelled', /an email tells the same/],
  ['delivered', 'cancelled', /an email tells the same/],
  ['failed', 'failed', /the email that tells the same failed/],
])('past the budget a text whose email is %s is %s', async (ofEmail, ofText, reason) => {
  const email = await house.match()
  const { userId, eventId } = email
  await house.rows('update notice set state = $1 where id = $2', [ofEmail, email.noticeId])
  const text = await house.match({ channel: 'PHONE', userId, eventId })
  expect(await turnIntoEmails(house.db, [{ id: text.noticeId, attempt: 0 }])).toEqual(new Set())
  expect(await house.notice(text.noticeId)).toMatchObject({
    state: ofText,
    reason: expect.stringMatching(reason) as string,
    delivery: false,
  })
})
