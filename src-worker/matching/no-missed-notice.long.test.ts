import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Criteria } from '#shared/contract/alert.ts'
import { gradeOf, type Match } from '#shared/contract/match.ts'
import type { Party } from '#shared/contract/party.ts'
import { parseAlert, decide, parseRecord, type FeedFormat, defaultFeedFormat } from '#shared/matching/public.ts'
import { type MatchingFixture, openMatchingFixture } from '#tests/fixtures/matching.ts'
import { matchBatch } from './match-batch.ts'

let setup: MatchingFixture
beforeAll(async () => {
  setup = await openMatchingFixture()
})
afterAll(() => setup.close())

// Few words, so that many pairs nearly agree.
const surname = fc.constantFrom(
  'SMITH',
  'SMYTH',
  'GARCIA',
  'LOPEZ',
  'GARCIA-LOPEZ',
  'VAN BUREN',
  'LEE',
  'ST JOHN',
  "O'NEIL",
)
const given = fc.constantFrom('JOHN', 'JON', 'J', 'ROBERT', 'BOB', 'ANN', 'LEE', 'LEE ANN', 'JO-ANNE', 'MARY', 'M', 'R')
const middle = fc.constantFrom('', '', 'R', 'ALAN', 'Q')
const word = fc.constantFrom(
  'LAKE',
  'SMITH',
  'FAMILY',
  'TRUST',
  'LLC',
  'CO',
  'FARMS',
  'B & S',
  'FIRST',
  'BROTHERS',
  'STREET',
  'THE',
)
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '))
const parcel = fc.constantFrom('17-03-123-045', '1703123045', '1-212-425', '1-2124-25', '12124', '0012', '12')
const variants = fc.record({
  nicknames: fc.boolean(),
  soundAlikes: fc.boolean(),
  typingSlips: fc.boolean(),
  formerName: fc.boolean(),
  allWords: fc.boolean(),
  notByInitial: fc.boolean(),
  possible: fc.constantFrom(true, false, null),
})

const criteria: fc.Arbitrary<Criteria> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      alertType: fc.constant('NAME' as const),
      firstName: fc.tuple(given, middle).map((part) => part.join(' ').trim()),
      lastName: surname,
      formerLastName: fc.option(surname, { nil: '' }),
      variants,
    }),
  },
  { weight: 2, arbitrary: fc.record({ alertType: fc.constant('BUSINESS' as const), businessName: words, variants }) },
  { weight: 1, arbitrary: fc.record({ alertType: fc.constant('PARCEL_ID' as const), parcelId: parcel, variants }) },
)
const name = fc.oneof(
  fc.tuple(surname, given, middle).map(([last, first, other]) => `${last} ${first} ${other}`.trim()),
  fc.tuple(surname, given, middle).map(([last, first, other]) => `${last}, ${first} ${other}`.trim()),
  fc.tuple(given, middle, surname).map((parts) => parts.filter(Boolean).join(' ')),
  fc.tuple(surname, given, given).map(([last, one, other]) => `${last}, ${one} & ${other}`),
  words,
)
const party: fc.Arbitrary<Party> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ name }) },
  { weight: 1, arbitrary: fc.record({ firstName: given, middleName: middle, lastName: surname }) },
  { weight: 1, arbitrary: fc.record({ businessName: words }) },
)
const record = fc.record({
  parties: fc.array(party, { maxLength: 3 }),
  parcels: fc.array(parcel, { maxLength: 2 }),
  cut: fc.boolean(),
})
const width = 10

async function readPairs(table: 'event_match' | 'possible_match'): Promise<string[]> {
  const rows = await setup.rows<{ pair: string }>(`select alert_id || ' ' || event_id as pair from ${table}`)
  return rows.map(({ pair }) => pair).toSorted()
}

test('finds in the worker whatever the rule decides: all pairs of generated alerts and records', async () => {
  let [agreed, possiblyAgreed] = [0, 0]
  await fc.assert(
    fc.asyncProperty(
      fc.array(criteria, { minLength: 30, maxLength: 40 }),
      fc.array(record, { minLength: 40, maxLength: 50 }),
      async (alerts, records) => {
        await setup.clear()
        const cutting = await setup.feed({ name_width: width })
        const ownerId = await setup.user()
        const alertIds: number[] = []
        for (const one of alerts) alertIds.push(await setup.alert({ ownerId, criteria: one, recipients: [] }))
        const [expected, possible]: [string[], string[]] = [[], []]
        const addDecided = (match: Match | null, pair: string) => {
          if (match) (gradeOf(match) === 'POSSIBLE' ? possible : expected).push(pair)
        }
        for (const { cut, parcels, parties: whole } of records) {
          const parties = cut ? whole.map((one) => (one.name ? { name: one.name.slice(0, width) } : one)) : whole
          const feed: FeedFormat = cut ? { ...defaultFeedFormat, nameWidth: width } : defaultFeedFormat
          const eventId = await setup.event({ parties, parcels, ...(cut && { feedId: cutting }) })
          const read = parseRecord({ parties, parcels }, feed, null)
          for (const [index, one] of alerts.entries())
            addDecided(decide(parseAlert(one, null), read), `${alertIds[index]} ${eventId}`)
        }
        await matchBatch(setup.deps)
        expect(await readPairs('event_match')).toEqual(expected.toSorted())
        expect(await readPairs('possible_match')).toEqual(possible.toSorted())
        agreed += expected.length
        possiblyAgreed += possible.length
      },
    ),
    { numRuns: 8, seed: 1, endOnFailure: true },
  )
  expect(agreed, 'a population that agrees on nothing proves nothing').toBeGreaterThan(100)
  expect(possiblyAgreed).toBeGreaterThan(5)
})
