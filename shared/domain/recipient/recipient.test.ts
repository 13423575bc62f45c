import { expect, test } from 'vitest'
import {
  newAddressesLeft,
  type VerificationHistory,
  verificationRefusal,
  verificationRefusals as say,
} from './recipient.ts'

type Phone = Extract<VerificationHistory, { channel: 'PHONE' }>
type Email = Extract<VerificationHistory, { channel: 'EMAIL' }>
const phone: Phone = {
  channel: 'PHONE',
  verified: false,
  suppressed: false,
  sentToday: 0,
  secondsSinceLast: null,
  number: '+16125550142',
  otherCountries: false,
  validated: false,
  validationAttempts: 0,
  maxValidationAttempts: 3,
  attempts: 0,
  maxAttempts: 10,
  otherNumbersToday: 0,
  countyLastHour: 0,
  countyPerHour: 500,
}
const email: Email = {
  channel: 'EMAIL',
  verified: false,
  suppressed: false,
  sentToday: 0,
  secondsSinceLast: null,
  ownAccount: false,
  sentByAnyoneToday: 0,
  secondsSinceAnyone: null,
  otherAddressesToday: 0,
}

test.each<[string, Partial<Phone>, string | null]>([
  ['a new number', {}, null],
  ['a verified number', { verified: true }, say.verified],
  ['a stopped number', { suppressed: true }, say.phoneStopped],
  ['a number abroad', { number: '+4915155550142' }, say.abroad],
  ['a number abroad where the county opened them', { number: '+4915155550142', otherCountries: true }, null],
  ['the last lookup still allowed', { validationAttempts: 2 }, null],
  ['no lookup left', { validationAttempts: 3 }, say.cannotText],
  ['no lookup left, but validated by staff', { validationAttempts: 3, validated: true }, null],
  ['the tenth text', { attempts: 9 }, null],
  ['an eleventh text', { attempts: 10 }, say.attempts],
  ['a second text after 59 seconds', { sentToday: 1, secondsSinceLast: 59 }, say.tooSoon],
  ['a second text after 60 seconds', { sentToday: 1, secondsSinceLast: 60 }, null],
  ['a third text', { sentToday: 2, secondsSinceLast: 600 }, null],
  ['a fourth text', { sentToday: 3, secondsSinceLast: 600 }, say.textsToday],
  ['a fifth number', { otherNumbersToday: 4 }, null],
  ['a sixth number', { otherNumbersToday: 5 }, say.numbersToday],
  ["the hour's last text", { countyLastHour: 499 }, null],
  ["more than the county's hour", { countyLastHour: 500 }, say.county],
])('allows or refuses a text to %s', (_what, facts, expected) => {
  expect(verificationRefusal({ ...phone, ...facts })).toBe(expected)
})

test.each<[string, Partial<Email>, string | null]>([
  ['a new address', {}, null],
  ['an address just written to', { sentToday: 1, secondsSinceLast: 59 }, say.emailTooSoon],
  ['an address written to a minute ago', { sentToday: 1, secondsSinceLast: 60 }, null],
  ["an address to which other users sent all of today's links", { sentByAnyoneToday: 40, secondsSinceAnyone: 1 }, null],
  ['the same once more', { sentToday: 1, secondsSinceLast: 90, sentByAnyoneToday: 20 }, say.emailTooMany],
  [
    'an address to which another user just had a link sent',
    { sentToday: 1, secondsSinceLast: 90, sentByAnyoneToday: 2, secondsSinceAnyone: 5 },
    say.emailTooSoon,
  ],
  [
    "the account's own email, whatever others do",
    { sentToday: 1, secondsSinceLast: 90, sentByAnyoneToday: 40, secondsSinceAnyone: 1, ownAccount: true },
    null,
  ],
  ['a verified address', { verified: true }, say.verified],
  ['a bounced address', { suppressed: true }, say.emailStopped],
  ['a user who wrote to 19 other addresses today', { otherAddressesToday: 19 }, null],
  ['a user who wrote to 20 other addresses today', { otherAddressesToday: 20 }, say.addressesToday],
  ['an address with 20 links today', { sentToday: 20, secondsSinceLast: 600 }, say.emailTooMany],
])('allows or refuses a link to %s', (_what, facts, expected) => {
  expect(verificationRefusal({ ...email, ...facts })).toBe(expected)
})

test.each([
  [{ today: 0, verified: false }, 5],
  [{ today: 4, verified: false }, 1],
  [{ today: 5, verified: false }, 0],
  [{ today: 5, verified: true }, 15],
  [{ today: 21, verified: true }, 0],
])('after %j, allows %d more new addresses', (counts, left) => {
  expect(newAddressesLeft(counts)).toBe(left)
})
