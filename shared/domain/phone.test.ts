import { describe, expect, test } from 'vitest'
import { parsePhone, formatPhone } from './phone.ts'

describe('phones on the wire', () => {
  test.each([
    ['(612) 555-0142', false, { number: '+16125550142', format: 'STANDARD' }],
    ['16125550142', false, { number: '+16125550142', format: 'STANDARD' }],
    ['612-555-0142', false, { problem: '(XXX) XXX-XXXX' }],
    ['(612) 555-01', false, { problem: '(XXX) XXX-XXXX' }],
    ['8613123456789', false, { problem: '(XXX) XXX-XXXX' }],
    ['8613123456789', true, { number: '+8613123456789', format: 'INTERNATIONAL' }],
    ['86-131', true, { problem: 'Numbers only.  No spaces.  No dashes.' }],
    ['abc', true, { problem: 'Country code and phone number.' }],
    ['861312', true, { problem: 'Country code and phone number.' }],
    ['8613123456789012', true, { problem: 'Country code and phone number.' }],
  ])('%s (other countries %s)', (value, otherCountries, read) =>
    expect(parsePhone(value, otherCountries)).toEqual(read),
  )

  test.each([
    ['+16125550142', '(612) 555-0142'],
    ['+8613123456789', '8613123456789'],
  ])('shows %s as %s', (number, shown) => expect(formatPhone(number)).toBe(shown))
})
