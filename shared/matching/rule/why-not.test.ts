import { describe, expect, test } from 'vitest'
import type { AlertException } from '#shared/contract/alert-exception.ts'
import { type Criteria, type MatchOptions, noMatchOptions } from '#shared/contract/alert.ts'
import type { RuleReason } from '#shared/contract/why-not.ts'
import { defaultFeedFormat } from '../text/feed-format.ts'
import { parseAlert } from './parsed-alert.ts'
import { parseRecord } from './parsed-record.ts'
import { explainNoMatch } from './why-not.ts'

const person = (firstName: string, lastName: string, variants: Partial<MatchOptions> = {}): Criteria => ({
  alertType: 'NAME',
  firstName,
  lastName,
  formerLastName: '',
  variants: { ...noMatchOptions, ...variants },
})
const explain = (criteria: Criteria, names: string[], exceptions: AlertException[] = [], parcels: string[] = []) =>
  explainNoMatch(
    parseAlert(criteria, null, exceptions),
    parseRecord({ parties: names.map((name) => ({ name })), parcels }, defaultFeedFormat, null),
  )

describe('why a record does not match a name', () => {
  test.each<[reason: RuleReason | null, first: string, last: string, ...names: string[]]>([
    [null, 'Peter', 'Marsh', 'MARSH, PETER'],
    ['middleNames', 'Peter Roy', 'Marsh', 'MARSH, PETER QUINN'],
    ['firstAsMiddle', 'Helen', 'Marsh', 'MARSH, ANN HELEN'],
    ['otherWayAround', 'Marsh', 'Peter', 'MARSH, PETER'],
    ['bothInLastName', 'Peter', 'Marsh', 'PETER MARSH, ANN'],
    ['lastAsGiven', 'Peter', 'Okafor', 'MARSH, OKAFOR PETER'],
    ['firstNames', 'Helen', 'Marsh', 'MARSH, WALTER'],
    ['unreadName', 'Peter', 'Marsh', 'HOMES OF MARSH AND PETER LLC'],
    ['lastName', 'Peter', 'Marsh', 'OKAFOR, PETER'],
    ['lastName', 'Peter', 'Marsh', 'HARBOR LEDGER LLC'],
    ['firstNames', 'Helen', 'Marsh', 'OKAFOR, ADA', 'MARSH, WALTER', 'HARBOR LEDGER LLC'],
  ])('is %s for %s %s', (reason, first, last, ...names) =>
    expect(explain(person(first, last, { possible: null }), names)).toBe(reason),
  )

  test.each<[reason: RuleReason, variants: Partial<MatchOptions>, first: string, last: string, name: string]>([
    ['nicknamesOff', {}, 'Robert', 'Marsh', 'MARSH, BOB'],
    ['soundAlikesOff', {}, 'Jon', 'Marsh', 'MARSH, JOHN'],
    ['typingSlipsOff', {}, 'Peter', 'Brandvold', 'BRANDVOLT, PETER'],
    ['lastNameAsMiddleOff', {}, 'Mary', 'Marsh', 'OKAFOR, MARY MARSH'],
    ['initialsOff', { notByInitial: true }, 'Peter', 'Marsh', 'MARSH, P'],
    ['possibleOff', { possible: false }, 'Peter Roy Quinn', 'Marsh', 'MARSH, PETER ROY ALAN'],
  ])('is %s where the owner chose so', (reason, variants, first, last, name) =>
    expect(explain(person(first, last, variants), [name])).toBe(reason),
  )

  test('is an exception of the owner', () => {
    const left: AlertException[] = [{ kind: 'middleName', value: 'QUINN' }]
    expect(explain(person('Peter', 'Marsh'), ['MARSH, PETER QUINN'], left)).toBe('leftOut')
  })
})

describe('why a record does not match', () => {
  const business = (businessName: string): Criteria => ({
    alertType: 'BUSINESS',
    businessName,
    variants: noMatchOptions,
  })
  test.each<[reason: RuleReason, criteria: Criteria, ...names: string[]]>([
    ['allWordsOff', business('Harbor Ledger'), 'HARBOR STREET LEDGER LLC'],
    ['businessWords', business('Harbor Ledger'), 'HARBOR HOMES LLC'],
    ['businessName', business('Harbor Ledger'), 'OKAFOR HOMES LLC'],
    ['parcel', { alertType: 'PARCEL_ID', parcelId: '17-03-123', variants: noMatchOptions }, 'MARSH, PETER'],
  ])('is %s', (reason, criteria, ...names) => expect(explain(criteria, names, [], ['17-03-124'])).toBe(reason))
})
