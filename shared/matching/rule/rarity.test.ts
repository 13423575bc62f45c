import { describe, expect, test } from 'vitest'
import { noMatchOptions } from '#shared/contract/alert.ts'
import { defaultFeedFormat } from '../text/feed-format.ts'
import { measureRarity } from './rarity.ts'

const criteria = (firstName: string, lastName: string, formerLastName = '') => ({
  alertType: 'NAME' as const,
  firstName,
  lastName,
  formerLastName,
  variants: { ...noMatchOptions, typingSlips: true, soundAlikes: true, nicknames: true },
})
const measure = (
  alert: ReturnType<typeof criteria>,
  recordRaw: string,
  variant: Parameters<typeof measureRarity>[1]['variant'],
) => measureRarity(alert, { recordRaw, variant }, defaultFeedFormat)

describe('how common the names of a match are', () => {
  test('is the more common of two names that met by a close spelling', () => {
    const rare = measure(criteria('Thessaly', 'Brandvold'), 'BRANDVOLT, THESSALY', 'typingSlips')
    expect(rare.expected).toBeLessThan(0.1)
    expect(rare.pair).toBeLessThan(0.1)
    const mixed = measure(criteria('William', 'Smyth'), 'SMITH, WILLIAM', 'typingSlips')
    expect(mixed.expected).toBeLessThan(10)
    expect(mixed.pair).toBeGreaterThan(10)
  })
  test('counts a former last name that met', () => {
    const former = criteria('Mary', 'Smith', 'Brandvold')
    const { expected, pair } = measure(former, 'BRANDVOLT, MARY', 'typingSlips')
    expect(expected).toBeGreaterThan(1)
    expect(pair).toBeLessThan(0.1)
  })
  test.each([
    ['by the rule at its defaults', 'BRANDVOLD, THESSALY', null],
    ['by words that only stand together', 'BRANDVOLD, ANN THESSALY', 'possible'],
    ['by a spelling that the alert no longer finds', 'OAKHURST, PERLA', 'typingSlips'],
  ] as const)('is only the alert’s %s', (_how, recordRaw, variant) => {
    expect(measure(criteria('Thessaly', 'Brandvold'), recordRaw, variant).pair).toBeNull()
  })
  test('has two digits, which identify no one', () => {
    expect(String(measure(criteria('Mary', 'Smith'), 'SMITH, MARY', null).expected)).toMatch(/^\d{2}0*$/)
  })
})
