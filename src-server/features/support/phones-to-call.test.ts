import { describe, expect, it } from 'vitest'
import { phonesToCall } from './phones-to-call.ts'

const verified = (number: string) => ({ number, verified: true })
const unverified = (number: string) => ({ number, verified: false })

describe('the numbers for staff to call', () => {
  it.each([
    ['none is known', '', [], []],
    ['the profile alone', '(612) 555-0142', [], ['(612) 555-0142']],
    ['one of both is told once, as confirmed', '(612) 555-0142', [verified('+16125550142')], ['(612) 555-0142 ✓']],
    [
      'confirmed ones come first, then the profile, then others',
      '(612) 555-0142',
      [unverified('+16125550143'), verified('+16125550144')],
      ['(612) 555-0144 ✓', '(612) 555-0142', '(612) 555-0143'],
    ],
    ['another country', '4930901820', [], ['4930901820']],
    ['what was typed long ago and is no number', 'ask Wilma', [], ['ask Wilma']],
    [
      'no more than three',
      '',
      ['+16125550141', '+16125550142', '+16125550143', '+16125550144'].map(verified),
      ['(612) 555-0141 ✓', '(612) 555-0142 ✓', '(612) 555-0143 ✓'],
    ],
  ])('%s', (_name, profile, known, shown) => {
    expect(phonesToCall(profile, known).map((one) => one.shown + (one.verified ? ' ✓' : ''))).toEqual(shown)
  })

  it('are dialed with their country code', () => {
    expect(phonesToCall('4930901820', [verified('+16125550142')]).map(({ number }) => number)).toEqual([
      '+16125550142',
      '+4930901820',
    ])
  })
})
