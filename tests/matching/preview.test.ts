import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CountedOption, GradeCounts } from '#shared/contract/alert-view.ts'
import { noMatchOptions, type MatchOptions, type Criteria } from '#shared/contract/alert.ts'
import { addDays } from '#shared/domain/dates.ts'
import { RULE_VERSION } from '#shared/matching/public.ts'
import { findPreviewMatches } from '#shared/node/domain/alerts/preview.queries.ts'
import { dayOfCounty, type MatchingFixture, openMatchingFixture, person } from '#tests/fixtures/matching.ts'
import { matchBatch } from '#worker/matching/match-batch.ts'
import { rereadEarlierRecords } from '#worker/matching/reread-records.ts'

let setup: MatchingFixture
beforeAll(async () => {
  setup = await openMatchingFixture()
  const today = dayOfCounty()
  const records: [string, string[], number][] = [
    ['R-1', ['SMITH JOHN'], 1],
    ['R-2', ['SMITH J'], 2],
    ['R-3', ['SMITH JON'], 3],
    ['R-4', ['LEE BOB'], 4],
    ['R-5', ['SMITH JOHN'], 500],
    ['R-6', ['SMITH JAMES'], 5],
    ['R-7', ['FAIR LAKE ROAD FARMS LLC'], 6],
    ['R-8', ['SMITH JOHN', 'ROE MARY'], 7],
    ['R-9', ['BRANDVOLD, THESSALY'], 8],
    ['R-10', ['BRANVOLD, THESSALY'], 9],
    ['R-11', ['BRANDVOLD, THESALY'], 10],
    ['R-12', ['DALE, THESSALY BRANDVOLD'], 11],
    ['R-13', ['BRANDVOLT, ORRIN'], 12],
  ]
  for (const [id, parties, daysAgo] of records) await setup.event({ id, parties, recordedOn: addDays(today, -daysAgo) })
  await matchBatch(setup.deps)
})
afterAll(() => setup.close())

const sumOf = ({ CERTAIN, LIKELY, POSSIBLE }: GradeCounts) => CERTAIN + LIKELY + POSSIBLE
const preview = (criteria: Criteria) =>
  findPreviewMatches(setup.db, { criteria, mask: null, timeZone: setup.deps.env.COUNTY_TIME_ZONE })
const business = (businessName: string, variants: Partial<MatchOptions> = {}): Criteria => ({
  alertType: 'BUSINESS',
  businessName,
  variants: { ...noMatchOptions, ...variants },
})

test.each<[string, Criteria, string[], object]>([
  [
    'a name: the last twelve months, newest first, with what each opt-in would add',
    person('John', 'Smith'),
    ['R-1', 'R-2', 'R-8'],
    { soundAlikes: 1, nicknames: 0, byInitial: 1 },
  ],
  [
    'an opt-in that is on counts what it brings',
    person('John', 'Smith', { soundAlikes: true }),
    ['R-1', 'R-2', 'R-3', 'R-8'],
    { soundAlikes: 1, nicknames: 0, byInitial: 1 },
  ],
  ['not by an initial', person('John', 'Smith', { notByInitial: true }), ['R-1', 'R-8'], { byInitial: 0 }],
  ['a nickname', person('Robert', 'Lee'), [], { nicknames: 1, soundAlikes: 0 }],
  ['a business', business('Fair Lake Road Farms'), ['R-7'], { allWords: 0 }],
  ['a business by its words', business('Lake Farms'), [], { allWords: 1 }],
  [
    'close spellings and a former name',
    person('Thessaly', 'Brandvold'),
    ['R-9'],
    { typingSlips: 2, formerName: 1, soundAlikes: 1, nicknames: 0 },
  ],
  [
    'typing slips that are on: sound-alikes add only what they do not find',
    person('Thessaly', 'Brandvold', { typingSlips: true }),
    ['R-9', 'R-10', 'R-11'],
    { typingSlips: 2, formerName: 1, soundAlikes: 0 },
  ],
  [
    'a former last name counts what it brings',
    person('Thessaly', 'Roe', {}, 'Brandvold'),
    ['R-9'],
    { typingSlips: 2, formerLastName: 1 },
  ],
  [
    'a former last name beside the last name, with an option that is on',
    person('John', 'Smith', { soundAlikes: true }, 'Lee'),
    ['R-1', 'R-2', 'R-3', 'R-8'],
    { soundAlikes: 1, formerLastName: 0 },
  ],
  [
    'a former last name with typing slips: what both bring together',
    person('Thessaly', 'Roe', { typingSlips: true }, 'Brandvold'),
    ['R-9', 'R-10', 'R-11'],
    { typingSlips: 2, formerLastName: 3 },
  ],
  ['nobody', person('Nora', 'Nemo'), [], { nicknames: 0, soundAlikes: 0, byInitial: 0 }],
])('%s', async (_, criteria, documents, counts) => {
  const { records, total, capped, variantCounts, byInitial } = await preview(criteria)
  expect(records.map((record) => record.document_id)).toEqual(documents)
  expect({ total, capped }).toEqual({ total: documents.length, capped: false })
  const added = Object.entries(variantCounts).map(([option, grades]) => [option, sumOf(grades)])
  expect({ ...Object.fromEntries(added), byInitial }).toMatchObject(counts)
})

const grades = (CERTAIN: number, LIKELY = 0, POSSIBLE = 0): GradeCounts => ({ CERTAIN, LIKELY, POSSIBLE })

test.each<[string, Criteria, GradeCounts, Partial<Record<CountedOption, GradeCounts>>]>([
  [
    'a common name: close spellings are possible ones',
    person('John', 'Smith', { soundAlikes: true, possible: true }),
    grades(3, 0, 1),
    { soundAlikes: grades(0, 0, 1), nicknames: grades(0), possible: grades(0, 0, 1) },
  ],
  [
    'the same once its owner switched them off',
    person('John', 'Smith', { soundAlikes: true, possible: false }),
    grades(3),
    { soundAlikes: grades(0), possible: grades(0, 0, 1) },
  ],
  [
    'the same without a choice: they come right away, and the weekly email would hold them',
    person('John', 'Smith', { soundAlikes: true }),
    grades(3, 1),
    { soundAlikes: grades(0, 1), possible: grades(0, 0, 1) },
  ],
  [
    'a rare name: close spellings are likely ones',
    person('Thessaly', 'Brandvold', { possible: true }),
    // Its words among others are a possible match, until an option says more.
    grades(1, 0, 1),
    { typingSlips: grades(0, 2), formerName: grades(0, 1), soundAlikes: grades(0, 1), possible: grades(0, 0, 1) },
  ],
  [
    'a business by its words: an option makes a possible one likely',
    business('Lake Farms', { possible: true }),
    grades(0, 0, 1),
    { allWords: grades(0, 1), possible: grades(0, 0, 1) },
  ],
])('by grade: %s', async (_what, criteria, found, counts) => {
  const result = await preview(criteria)
  expect(result.grades).toEqual(found)
  expect(result.variantCounts).toMatchObject(counts)
})

test('lists what is sent right away before possible ones, whatever is newer', async () => {
  const { records } = await preview(person('John', 'Smith', { soundAlikes: true, possible: true }))
  expect(records.map((record) => record.document_id)).toEqual(['R-1', 'R-2', 'R-8', 'R-3'])
})

test.each<[string, Criteria]>([
  ['a name without a former last name', person('John', 'Smith')],
  ['a business', business('Fair Lake Road Farms')],
])('counts no former last name for %s', async (_what, criteria) => {
  expect((await preview(criteria)).variantCounts).not.toHaveProperty('formerLastName')
})

test('keeps the names of records, each once', async () => {
  const held = await setup.rows<{ word: string }>(`select word from record_word where word like 'BRAN%' order by 1`)
  expect(held.map(({ word }) => word)).toEqual(['BRANDVOLD', 'BRANDVOLT', 'BRANVOLD'])
})

test('a worker adds the keys and names that records lack that an earlier rule read', async () => {
  const words = () => setup.rows('select word from record_word order by 1')
  const keys = () => setup.rows('select key_hash, event_id, recorded_on from event_key order by 1, 2')
  const before = [await words(), await keys()]
  await setup.rows('delete from record_word')
  await setup.rows('delete from event_key where key_hash % 2 = 0')
  await setup.rows('insert into reread_backlog (before_event) select max(id) + 1 from event')
  const steps = [await rereadEarlierRecords(setup.deps), await rereadEarlierRecords(setup.deps)]
  expect(steps).toEqual([true, false])
  expect(await rereadEarlierRecords(setup.deps)).toBe(false)
  expect([await words(), await keys()]).toEqual(before)
  expect(await setup.rows('select * from reread_backlog')).toEqual([])
})

test.each<[what: string, criteria: Criteria, width: object | null]>([
  ['a rare name, by the census', person('Thessaly', 'Brandvold'), { on: true, by: 'census' }],
  ['a common name, by the census', person('John', 'Smith'), { on: false, by: 'census' }],
  ['a business has no width', business('Fair Lake Road Farms'), null],
])('automatic width: %s', async (_what, criteria, width) => {
  const { width: decided } = await preview(criteria)
  if (width === null) expect(decided).toBeNull()
  else expect(decided).toMatchObject(width)
})

test('the form’s preview and the worker agree', async () => {
  const { records } = await preview(person('John', 'Smith'))
  expect(records[1]?.match).toMatchObject({ recordRaw: 'SMITH J', byInitialOnly: true, ruleVersion: RULE_VERSION })
})

test('shows a lower bound quickly for a name with a thousand records', async () => {
  await setup.rows(
    `insert into event (feed_id, document_id, content_hash, recorded_at, recorded_on, recorded_has_time, parties, parcels)
     select (select min(id) from feed), 'M-' || i, '', now(), current_date, false, '[{"name":"MANY MABEL"}]', '[]'
     from generate_series(1, 1200) i`,
  )
  await setup.rows(`insert into match_queue select id from event where document_id like 'M-%'`)
  await matchBatch(setup.deps, 2000)
  const { total, capped, records, width } = await preview(person('Mabel', 'Many'))
  expect({ total, capped, shown: records.length }).toEqual({ total: 1000, capped: true, shown: 10 })
  // Rare by the census, however often one county has it.
  expect(width).toEqual({ on: true, by: 'census', perYear: 1 })
})

test('finds a name truncated at its feed’s width', async () => {
  await setup.rows(`update feed set name_width = 16, name_order = 'LAST_FIRST'`)
  await setup.event({ id: 'W-1', parties: ['QUILLFEATHER MAR'], recordedOn: addDays(dayOfCounty(), -1) })
  await matchBatch(setup.deps)
  const { records } = await preview(person('Maribeth', 'Quillfeather'))
  expect(records.map((record) => record.document_id)).toEqual(['W-1'])
  expect((await preview(person('Nora', 'Quillfeather'))).total).toBe(0)
})

test('automatic width goes by the records once a year of them is held', async () => {
  const months = (days: number) => addDays(dayOfCounty(), -days)
  const width = async () => (await preview(person('Mary', 'Young'))).width
  expect(await width()).toEqual({ on: false, by: 'census', perYear: 7 })
  await setup.event({ id: 'Y-1', parties: ['ROE MARY'], recordedOn: months(350) })
  for (let day = 1; day <= 2; day++)
    await setup.event({ id: `Y-1${day}`, parties: ['YOUNG, MARY'], recordedOn: months(day) })
  await setup.event({ id: 'Y-20', parties: ['YUONG, MARY'], recordedOn: months(20) })
  await matchBatch(setup.deps)
  expect(await width()).toEqual({ on: true, by: 'records', perYear: 3 })
  await setup.event({ id: 'Y-21', parties: ['YOUNG, MARY ANN'], recordedOn: months(21) })
  await matchBatch(setup.deps)
  expect(await width()).toEqual({ on: false, by: 'records', perYear: 4 })
})
