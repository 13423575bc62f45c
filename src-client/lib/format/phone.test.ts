import { describe, expect, it } from 'vitest'
import { formatInternationalPhone, formatTypedPhone } from './phone.ts'

describe('formatTypedPhone', () => {
  it.each([
    ['6125550142', '(612) 555-0142'],
    ['612-555-0142', '(612) 555-0142'],
    ['612.555.0142', '(612) 555-0142'],
    [' 612 555 0142 ', '(612) 555-0142'],
    ['+1 612 555 0142', '(612) 555-0142'],
    ['1-612-555-0142', '(612) 555-0142'],
    ['(612)555–0142', '(612) 555-0142'],
    ['612\u00a0555\u00a00142', '(612) 555-0142'],
    ['(612) 555-0142', '(612) 555-0142'],
    // A foreign number is never read as a North American one, even with ten digits like this one.
    ['+45 12 34 56 78', '4512345678'],
    ['+44 20 7946 0958', '442079460958'],
  ])('reads %j as %j', (typed, shown) => {
    expect(formatTypedPhone(typed)).toBe(shown)
  })

  it.each([
    '',
    '612555014',
    '61255501422',
    '2612555014 2',
    '612-555-0142 ext 4',
    'call me',
    '+1 612 555 014',
    '+44 call me',
  ])('leaves %j as typed, so that validation can name it', (typed) => {
    expect(formatTypedPhone(typed)).toBe(typed)
  })
})

describe('formatInternationalPhone', () => {
  it.each([
    ['+44 20 7946 0958', '442079460958'],
    ['0044-20', '004420'],
    ['44x20', '4420'],
    ['call me', ''],
    ['1234567890123456', '1234567890123456'],
  ])('reads %j as %j', (typed, shown) => {
    expect(formatInternationalPhone(typed)).toBe(shown)
  })
})
