import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MatchOptions, Criteria } from '#shared/contract/alert.ts'
import type { Party } from '#shared/contract/party.ts'
import { findFalseClaims, findWrongMarks } from '#tests/matching/naive/check-explanation.ts'
import { feedFormat, isFound, decideUnchecked as decideMatch, record } from '#tests/matching/shorthand.ts'
import { parcelProblem, parseMask, mangledParcelReason } from '../parcels/parcel.ts'
import type { FeedFormat } from '../text/feed-format.ts'
import { normalize } from '../text/normalize.ts'
import { alertKeys } from './decide.ts'
import { alertMatchTexts, parseAlert } from './parsed-alert.ts'
import { classifyParties, parseRecord, recordKeys, recordPrefixes } from './parsed-record.ts'

/** Words that meet often, so that many of the generated pairs match. */
const given = fc.constantFrom(
  'JOHN',
  'JON',
  'J',
  'JO',
  'ANN',
  'ANNE',
  'JACK',
  'H',
  'WAYNE',
  'MD',
  'LEE',
  'RICK',
  'R',
  'VAN',
)
const surname = fc.constantFrom(
  'SMITH',
  'SMYTH',
  'LEE',
  'VAN',
  'BUREN',
  'GARCIA',
  'LOPEZ',
  'ST',
  'SAINT',
  'O',
  'BRIEN',
  'DE',
)
const glue = fc.constantFrom(
  ' ',
  ' ',
  ' ',
  ', ',
  ',',
  '-',
  ' & ',
  '/',
  ' AND ',
  '.',
  '. ',
  '  ',
  ' (',
  ') ',
  ' "',
  '; ',
)
const extras =
  'JR|TRUST|FAMILY TRUST|LLC|CO|L L C|P A|N.A.|AKA|A/K/A|NEE|DBA|FBO|C/O|ET AL|ESTATE OF|EST|L/E|TR|DATED 5/5/99|' +
  'U/A/D|THE|HOMES|ELM|STREET|ONE|TEXAS|DEV|12'
const extra = fc.constantFrom(...extras.split('|'))
const word = fc.oneof(
  { weight: 3, arbitrary: given },
  { weight: 3, arbitrary: surname },
  { weight: 1, arbitrary: extra },
)
const name = fc
  .array(fc.tuple(word, glue), { minLength: 1, maxLength: 7 })
  .map((pairs) => pairs.map(([text, joint]) => text + joint).join(''))
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  name,
)

const variants: fc.Arbitrary<MatchOptions> = fc.record({
  nicknames: fc.boolean(),
  soundAlikes: fc.boolean(),
  typingSlips: fc.boolean(),
  formerName: fc.boolean(),
  allWords: fc.boolean(),
  notByInitial: fc.boolean(),
  possible: fc.constantFrom(true, false, null),
})
const mask = fc.constantFrom('', '2-2-3', '1-3-3?', '7').map(parseMask)
const parcelId = fc.oneof(
  fc.stringMatching(/^[0-9]{1,3}(-[0-9]{1,3}){0,3}$/),
  fc.stringMatching(/^0{0,2}[1-9]{1,7}$/),
  anyText,
)

const criteriaOf = (text: fc.Arbitrary<string>): fc.Arbitrary<Criteria> =>
  fc.oneof(
    fc.record({
      alertType: fc.constant('NAME' as const),
      firstName: text,
      lastName: text,
      formerLastName: fc.oneof({ weight: 2, arbitrary: fc.constant('') }, text),
      variants,
    }),
    fc.record({ alertType: fc.constant('BUSINESS' as const), businessName: text, variants }),
    fc.record({ alertType: fc.constant('PARCEL_ID' as const), parcelId, variants }),
  )
const givens = fc.array(given, { minLength: 1, maxLength: 3 })
const surnames = fc.array(surname, { minLength: 1, maxLength: 3 })
const noise = fc.oneof({ weight: 2, arbitrary: fc.constant('') }, extra, given, name)

/** An alert and a record with largely the same words, in one of the ways in which an index writes them. */
const person = fc
  .tuple(givens, surnames, givens, surnames, noise, variants, fc.integer({ min: 0, max: 10 }))
  .map(([first, last, otherFirst, otherLast, around, variants, shape]): [Criteria, string] => {
    const criteria: Criteria = {
      alertType: 'NAME',
      firstName: first.join(' '),
      lastName: last.join('-'),
      formerLastName: shape % 3 === 0 ? otherLast.join(' ') : '',
      variants,
    }
    const theirs = shape < 7 ? [first.join(' '), last.join(' ')] : [otherFirst.join(' '), last[0] ?? '']
    const [g, s] = shape % 2 === 0 ? theirs : [first[0], otherLast.join('-')]
    const texts = [
      `${s}, ${g} ${around}`,
      `${s} ${g} ${around}`,
      `${around} ${g} ${s}`,
      `${s}, ${otherFirst.join(' ')} & ${g} ${around}`,
      `${g} & ${otherFirst.join(' ')} ${s}`,
      `${s}${g}`,
      `${last[0]}, ${g} ${last.slice(1).join(' ')}`,
      `${last.join(' ')} ${g} ${around}`,
      `${around} AKA ${s}, ${g}`,
      `THE ${g} ${s} FAMILY TRUST ${around}`,
      `${otherLast[0]}, ${g} ${last.join(' ')}`,
    ]
    return [criteria, texts[shape] ?? '']
  })
const business = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 5 }), noise, variants, fc.integer({ min: 0, max: 5 }))
  .map(([words, around, variants, shape]): [Criteria, string] => {
    const criteria: Criteria = { alertType: 'BUSINESS', businessName: words.join(' '), variants }
    const texts = [
      words.join(' '),
      `${words.join(' ')} ${around}`,
      `${words.toReversed().join(' ')} TRUST`,
      `${around} & ${words.join(' & ')}`,
      `${words.slice(1).join(' ')}, ${words[0]} LLC`,
      `THE ${words.join('. ')} CO`,
    ]
    return [criteria, texts[shape] ?? '']
  })
const anyPair = fc.tuple(criteriaOf(name), name)
const pair = fc.oneof({ weight: 4, arbitrary: person }, { weight: 2, arbitrary: business }, anyPair)

const partyOf = (text: fc.Arbitrary<string>): fc.Arbitrary<Party> =>
  fc.oneof(
    text.map((name): Party => ({ name })),
    text.map((businessName): Party => ({ businessName })),
    fc.tuple(text, text, text).map(([firstName, middleName, lastName]): Party => ({ firstName, middleName, lastName })),
  )
const reading: fc.Arbitrary<FeedFormat> = fc
  .record({
    nameOrder: fc.constantFrom(null, null, 'LAST_FIRST' as const, 'FIRST_LAST' as const),
    nameWidth: fc.oneof(fc.constant(null), fc.integer({ min: 4, max: 24 })),
    doubleSpaceSplits: fc.boolean(),
    losesLeadingZeros: fc.boolean(),
  })
  .map(feedFormat)
/** Names that the second reader can read: without strange marks, a title, particles, or a word twice, which might be either. */
function isReadableByEye(criteria: Criteria, name: string): boolean {
  const words = name.match(/[A-Z]+/g) ?? []
  if (criteria.alertType !== 'NAME' || new Set(words).size < words.length || /[^A-Z ,&]/.test(name)) return false
  const entered = `${criteria.firstName} ${criteria.lastName} ${criteria.formerLastName}`
  return !/[^A-Z ,-]/.test(entered) && !/\b(?:MD|VAN|DE|ST|SAINT|O)\b/.test(`${entered} ${name}`)
}

/** A record's name, sometimes cut to the feed's width. */
const cutTo = (party: Party, width: number | null): Party =>
  width !== null && party.name !== undefined ? { name: party.name.slice(0, width) } : party

describe('for any alert and any record', { timeout: 300_000 }, () => {
  it('every match of the rule is found by keys or prefixes', () => {
    let matches = 0
    fc.assert(
      fc.property(pair, partyOf(name), parcelId, reading, mask, ([criteria, name], other, id, feed, mask) => {
        const document = { parties: [other, { name }].map((party) => cutTo(party, feed.nameWidth)), parcels: [id] }
        if (decideMatch(criteria, document, feed, mask) === null) return
        matches++
        expect(isFound(criteria, document, feed, mask)).toBe(true)
      }),
      { numRuns: 4_000, seed: 1 },
    )
    expect(matches).toBeGreaterThan(500)
  })

  it('the description of a match is true of the person', () => {
    let matches = 0
    fc.assert(
      fc.property(person, reading, ([criteria, name], feed) => {
        const match = isReadableByEye(criteria, name) ? decideMatch(criteria, record(name), feed) : null
        if (!match) return
        matches++
        expect(findFalseClaims(criteria, record(name), match)).toEqual([])
      }),
      { numRuns: 4_000, seed: 1 },
    )
    expect(matches).toBeGreaterThan(100)
  })

  it('nothing throws, and keys are few and distinct', () => {
    fc.assert(
      fc.property(criteriaOf(anyText), partyOf(anyText), parcelId, reading, mask, (criteria, party, id, feed, mask) => {
        const alert = parseAlert(criteria, mask)
        const read = parseRecord({ parties: [party], parcels: [id] }, feed, mask)
        const keys = recordKeys(read)
        expect(new Set(keys).size).toBe(keys.length)
        expect(keys.length).toBeLessThan(2_000)
        expect(alertKeys(alert).length).toBeLessThan(2_000)
        // Text for the database has no line break, no NUL, and no half of a character.
        for (const key of [...keys, ...alertKeys(alert)]) expect(key).toMatch(/^[a-z]+0?:[\p{L}\p{N} ]+$/u)
        const texts = [...alertMatchTexts(alert), ...recordPrefixes(read)]
        for (const text of texts) expect(text).toMatch(/^[\p{L}\p{N}]+$/u)
        expect(classifyParties(read)).toHaveLength(1)
        const match = decideMatch(criteria, { parties: [party], parcels: [id] }, feed, mask)
        if (match?.marks) expect(findWrongMarks(match)).toEqual([])
        parcelProblem(id, mask)
        mangledParcelReason(id)
      }),
      { numRuns: 3_000, seed: 1 },
    )
  })

  it('an alert matches a record with the very same name', () => {
    const plain = fc.stringMatching(/^[A-Z][a-z]{3,9}$/)
    fc.assert(
      fc.property(plain, plain, variants, (firstName, lastName, variants) => {
        const criteria: Criteria = { alertType: 'NAME', firstName, lastName, formerLastName: '', variants }
        const name = `${lastName}, ${firstName}`
        expect(decideMatch(criteria, { parties: [{ name }], parcels: [] })).not.toBeNull()
      }),
      { seed: 1 },
    )
  })

  it('long and hostile names give few keys', () => {
    const hostile = [
      'A & '.repeat(5_000),
      '('.repeat(5_000),
      '(A B '.repeat(2_000),
      '"A B '.repeat(2_000),
      'REV '.repeat(5_000),
      'U/A '.repeat(5_000),
      'A.'.repeat(5_000),
    ]
    for (const name of [
      ...hostile,
      'AKA '.repeat(3_000),
      'SMITH JOHN AKA '.repeat(1_000),
      '-'.repeat(9_000),
      'A B L E '.repeat(1_000),
    ]) {
      const read = parseRecord({ parties: [{ name }], parcels: [] }, feedFormat({ nameWidth: name.length }), null)
      expect(recordKeys(read).length).toBeLessThan(5_000)
    }
  })
})

describe('normalize', () => {
  it.each([
    ['Muñoz & Söhne, Inc.', 'MUNOZ AND SOHNE INC'],
    ["O'Neil  -- Smith", 'ONEIL SMITH'],
    ['ﬁne Straße', 'FINE STRASSE'],
    ['L.L.C.', 'LLC'],
    ['A\tB\nC', 'A B C'],
    ['', ''],
  ])('%j is %j', (text, normalized) => expect(normalize(text)).toBe(normalized))

  it('changes nothing when it is applied again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = normalize(text)
        expect(normalize(once)).toBe(once)
      }),
      { numRuns: 5_000, seed: 1 },
    )
  })
})
