import { describe, expect, it } from 'vitest'
import type { AlertException } from '#shared/contract/alert-exception.ts'
import type { Party } from '#shared/contract/party.ts'
import { feedFormat, person, record } from '#tests/matching/shorthand.ts'
import type { FeedFormat } from '../text/feed-format.ts'
import { decide } from './decide.ts'
import { listExceptionOffers } from './exception-offers.ts'
import { parseAlert } from './parsed-alert.ts'
import { parseRecord } from './parsed-record.ts'

const middle = (value: string): AlertException => ({ kind: 'middleName', value })
const beside = (value: string): AlertException => ({ kind: 'coOwner', value })
const read = (parties: (string | Party)[], reading: Partial<FeedFormat> = {}) =>
  parseRecord(record(...parties), feedFormat(reading), null)
const from = (name: string): Party => ({ role: 'GRANTOR', name })
const to = (name: string): Party => ({ role: 'Grantee', name })
const john = person('John | Smith')
/** Both words anywhere in a name are a possible match of this one. */
const thessaly = person('Thessaly | Brandvold', { possible: true })

describe('what an alert leaves out', () => {
  const cases: [criteria: typeof john, AlertException, names: (string | Party)[], matches: boolean][] = [
    [john, middle('ALBERT'), ['SMITH, JOHN ALBERT'], false],
    [john, middle('ALBERT'), ['JOHN ALBERT SMITH'], false],
    [john, middle('ALBERT'), ['SMITH JOHN ALBERT JR'], false],
    [john, middle('ALBERT'), ['SMITH, JOHN PAUL ALBERT'], false],
    [john, middle('ALBERT'), ['SMITH, H JOHN ALBERT'], false],
    [john, middle('ALBERT'), ['SMITH, JOHN'], true],
    [john, middle('ALBERT'), ['SMITH, JOHN A'], true],
    [john, middle('ALBERT'), ['SMITH, JOHN ALBERTO'], true],
    [john, middle('ALBERT'), ['SMITH, JOHN ALBERT & MARY'], false],
    [john, middle('ALBERT'), ['SMITH, MARY ALBERT & JOHN'], true],
    [john, middle('ALBERT'), [from('SMITH, JOHN ALBERT'), to('SMITH, JOHN')], true],
    [john, middle('ALBERT'), [from('SMITH, JOHN ALBERT'), from('SMITH, JOHN PAUL')], true],
    [thessaly, middle('QUENTINA'), ['BRANDVOLD, THESSALY QUENTINA'], false],
    [thessaly, middle('QUENTINA'), ['BRANDVOLD, THESSALY QUENTINA & OTTOLINE'], false],
    [thessaly, middle('QUENTINA'), ['BRANDVOLD, THESSALY ROSE'], true],
    [john, middle('A'), ['SMITH, JOHN A'], false],
    [john, middle('A'), ['SMITH, JOHN ALBERT'], true],
    [person('Ana | Garcia-Lopez'), middle('ROSA'), ['GARCIA, ANA ROSA LOPEZ'], false],
    [person('Ana | Garcia-Lopez'), middle('ROSA'), ['GARCIA, ANA LOPEZ'], true],
    [person('J | Smith'), middle('ALBERT'), ['SMITH, JOHN ALBERT'], false],
    [person('John | Smith', { soundAlikes: true }), middle('ALBERT'), ['SMITH, JON ALBERT'], false],
    [person('Robert | Lee', { nicknames: true }), middle('ALBERT'), ['LEE, BOB ALBERT'], false],
    [person('John | Harlow', { typingSlips: true }), middle('ALBERT'), ['HARLWO, JOHN ALBERT'], false],
    [person('Mary | Harlow', { formerName: true }), middle('ALBERTA'), ['JONES, MARY ALBERTA HARLOW'], false],
    [person('Mary | Jones | Harlow'), middle('ALBERTA'), ['HARLOW, MARY ALBERTA'], false],
    [person('Mary | Jones | Harlow'), beside('HARLOW, MARY'), ['HARLOW, OTTO & MARY'], true],
    // The alert's own name is never left out, even after it was changed to the exception's.
    [person('John Albert | Smith'), middle('ALBERT'), ['SMITH, JOHN ALBERT'], true],
    [person('John Albert | Smith'), middle('A'), ['SMITH, JOHN A'], true],
    [person('Mary | Smith'), beside('SMITH, MARY'), ['SMITH, JOHN & MARY'], true],

    [john, beside('SMITH, MARY'), ['SMITH, JOHN & MARY'], false],
    [john, beside('SMITH, MARY'), ['SMITH, JOHN & MARY B'], false],
    [john, beside('SMITH, MARY B'), ['SMITH, JOHN & MARY C'], true],
    [john, beside('SMITH, MARY'), ['SMITH, JOHN & M'], true],
    [john, beside('SMITH, MARY'), ['SMITH, JOHN'], true],
    [john, beside('DOE, JANE'), [from('SMITH, JOHN'), from('DOE, JANE')], false],
    [john, beside('DOE, JANE'), [from('SMITH, JOHN'), { role: 'grantor ', name: 'DOE, JANE' }], false],
    [john, beside('DOE, JANE'), [from('SMITH, JOHN'), to('DOE, JANE')], true],
    // Without roles, only one party's own people are known to be co-owners.
    [john, beside('DOE, JANE'), ['SMITH, JOHN', 'DOE, JANE'], true],
    [john, beside('DOE, JANE'), ['SMITH, JOHN & DOE, JANE'], false],
    [john, beside('DOE, JANE'), [from('SMITH, JOHN'), from('DOE, JANE'), to('SMITH, JOHN')], true],
    [john, beside('VAN BUREN, ANN'), ['SMITH, JOHN & VAN BUREN, ANN'], false],
  ]
  it.each(cases)('%j without %j, of %j: %s', (criteria, exception, names, matches) => {
    const document = read(names)
    expect(decide(parseAlert(criteria, null), document)).not.toBeNull()
    expect(decide(parseAlert(criteria, null, [exception]), document) !== null).toBe(matches)
  })

  it('applies to a name that fills the width of its feed', () => {
    const name = 'SMITH, JOHN ALBERT'
    const document = read([name], { nameWidth: name.length })
    expect(decide(parseAlert(john, null), document)).not.toBeNull()
    expect(decide(parseAlert(john, null, [middle('ALBERT')]), document)).toBeNull()
    const longer = person('John Alberto | Smith')
    expect(decide(parseAlert(longer, null), document)).not.toBeNull()
  })

  it('does not apply to an alert on a parcel or a business', () => {
    const parcels = { parties: [{ name: 'SMITH, JOHN ALBERT' }], parcels: ['17-03'] }
    const alert = parseAlert({ ...person(''), alertType: 'PARCEL_ID', parcelId: '17-03' }, null, [middle('ALBERT')])
    expect(decide(alert, parseRecord(parcels, feedFormat({}), null))).not.toBeNull()
  })
})

describe('what is offered', () => {
  const offers = (criteria: typeof john, names: (string | Party)[], reading: Partial<FeedFormat> = {}) => {
    const alert = parseAlert(criteria, null)
    const document = read(names, reading)
    const match = decide(alert, document)
    if (!match) throw new Error('No match.')
    return listExceptionOffers(alert, document, match).map(({ kind, written }) => `${kind} ${written}`)
  }
  it.each<[typeof john, (string | Party)[], string[]]>([
    [john, ['SMITH, JOHN'], []],
    [john, ['SMITH, JOHN ALBERT'], ['middleName ALBERT']],
    [john, ['JOHN ALBERT SMITH'], ['middleName ALBERT']],
    [john, ['SMITH JOHN A'], ['middleName A']],
    [john, ['SMITH, JOHN PAUL ALBERT'], ['middleName PAUL', 'middleName ALBERT']],
    [person('John Albert | Smith'), ['SMITH, JOHN ALBERT'], []],
    [person('John Albert | Smith'), ['SMITH, JOHN A'], []],
    [person('John A | Smith'), ['SMITH, JOHN ALBERT'], ['middleName ALBERT']],
    [person('Ana | Garcia-Lopez'), ['GARCIA, ANA LOPEZ'], []],
    [person('Mary | Harlow', { formerName: true }), ['JONES, MARY ALBERTA HARLOW'], ['middleName ALBERTA']],
    [person('Mary | Jones | Harlow'), ['HARLOW, MARY ALBERTA'], ['middleName ALBERTA']],
    [john, ['SMITH, J ALBERT'], ['middleName ALBERT']],
    [john, ['SMITH, JOHN & MARY'], ['coOwner MARY SMITH']],
    [john, ['SMITH JOHN & MARY'], ['coOwner MARY SMITH']],
    [john, ['JOHN & MARY SMITH'], ['coOwner MARY SMITH']],
    [john, ['SMITH JOHN & MARY ANN'], ['coOwner MARY ANN SMITH']],
    [john, ['SMITH, JOHN & MARY & DOE, JANE'], ['coOwner MARY SMITH', 'coOwner JANE DOE']],
    [john, ['SMITH, JOHN ALBERT & MARY'], ['middleName ALBERT', 'coOwner MARY SMITH']],
    [john, [from('SMITH, JOHN'), from('DOE, JANE'), to('ROE, RICHARD')], ['coOwner JANE DOE']],
    [john, [from('JOHN SMITH'), from('JANE DOE')], ['coOwner JANE DOE']],
    [thessaly, ['BRANDVOLD, THESSALY QUENTINA & OTTOLINE'], ['middleName QUENTINA', 'coOwner OTTOLINE BRANDVOLD']],
    [john, ['SMITH, JOHN', 'DOE, JANE'], []],
    [john, [from('SMITH, JOHN'), from('SMITH, JOHN PAUL')], []],
    [john, [from('SMITH, JOHN'), from('HARBOR FOODS LLC')], []],
  ])('%j of %j: %j', (criteria, names, expected) => {
    expect(offers(criteria, names)).toEqual(expected)
  })

  it('is at most three co-owners', () => {
    const others = ['DOE, JANE', 'ROE, RICHARD', 'POE, PAULA', 'LOE, LAURA'].map(from)
    expect(offers(john, [from('SMITH, JOHN'), ...others])).toHaveLength(3)
  })

  it('each alone makes the record no match', () => {
    const names = [
      [john, 'SMITH, JOHN PAUL & MARY'],
      [john, 'SMITH JOHN ALBERT'],
      [john, 'JOHN ALBERT SMITH & ANN SMITH'],
      [thessaly, 'BRANDVOLD, THESSALY QUENTINA & OTTOLINE'],
    ] as const
    for (const [criteria, name] of names) {
      const document = read([name])
      const match = decide(parseAlert(criteria, null), document)
      if (!match) throw new Error('No match.')
      const all = listExceptionOffers(parseAlert(criteria, null), document, match)
      expect(all.length).toBeGreaterThan(0)
      for (const offer of all) expect(decide(parseAlert(criteria, null, [offer]), document)).toBeNull()
    }
  })

  it('is empty once a revision no longer names that party', () => {
    const match = decide(parseAlert(john, null), read(['SMITH, JOHN ALBERT']))
    if (!match) throw new Error('No match.')
    expect(listExceptionOffers(parseAlert(john, null), read(['ROE, RICHARD']), match)).toEqual([])
    expect(
      listExceptionOffers(parseAlert(john, null), read(['ROE, RICHARD', 'SMITH, JOHN ALBERT']), match),
    ).toHaveLength(1)
  })
})
