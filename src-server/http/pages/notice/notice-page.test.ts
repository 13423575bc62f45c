import { expect, it } from 'vitest'
import { noProperties } from '#shared/contract/record-property.ts'
import { from, to } from '#tests/helpers/parties.ts'
import { makeProperty } from '#tests/helpers/properties.ts'
import type { PageRequest } from '../kit/page-routes.ts'
import { createPageTexts } from '../kit/page-texts.ts'
import type { NoticeView } from './notice-on-page.ts'
import { noticePage } from './notice-page.ts'

const alert: NoticeView['alerts'][number] = {
  id: 3,
  name: 'My name',
  criteria: 'Thessaly Brandvold',
  alertType: 'NAME',
  recordRaw: 'BRANDVOLD THESSALY R',
  marks: [[0, 18]],
  field: 'party',
  under: null,
  sentence: 'First and last name are the same.',
  grade: 'CERTAIN' as const,
  stopped: false,
}
const notice: NoticeView = {
  channel: 'PHONE',
  target: '(612) 555-0142',
  documentIdentifier: '2026-018842',
  documentDescription: 'Quit Claim Deed',
  explanation: null,
  recordedTimestampFormatted: '11/19/2026 10:42 AM',
  documentUrl: '',
  restricted: false,
  parties: {
    first: [
      from('BRANDVOLD THESSALY R'),
      from('BRANDVOLD ORRIN'),
      to('GREYMOOR HOLDINGS LLC'),
      { role: null, ownRole: 'Trustee', name: 'DALE ORRIN' },
      from('BRANDVOLD ESTATE'),
    ],
    more: 289,
  },
  parcels: { first: ['17-03-123-045'], more: 0 },
  alerts: [alert],
  ...noProperties,
  parcelQuestion: null,
  answer: null,
  answeredElsewhere: false,
  answerOfOthers: null,
  unsubscribed: false,
  narrowing: { needsLogin: false, readerId: null, alerts: [] },
}

/** The page of a notice, with plain apostrophes and quotes of one kind. */
async function show(change: Partial<NoticeView> = {}, query = ''): Promise<string> {
  const call = { notices: { show: async () => ({ content: { ...notice, ...change } }) } }
  const county = { county: 'Alder County', appTitle: '', phone: '(612) 555-0100', headline: '', selfRegistration: true }
  const { main } = await noticePage.show({
    token: 'a-token',
    query: new URLSearchParams(query),
    form: new URLSearchParams(),
    call: call as unknown as PageRequest['call'],
    reader: null,
    readerField: null,
    texts: createPageTexts(new Map()),
    county,
  })
  return main.html.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
}
const textOf = (markup: string) =>
  markup
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
const all = (page: string, tag: string) =>
  [...page.matchAll(new RegExp(`<${tag}[ >].*?</${tag}>`, 'g'))].map(([found]) => found)
const facts = (page: string) =>
  (/<dl.*<\/dl>/.exec(page)?.[0] ?? '')
    .split('<dt')
    .slice(1)
    .map((row) => all(`<dt${row}`, 'd[td]').map(textOf))
const headings = (page: string) => all(page, 'h2').map(textOf)

it('says who is on the record and which parcels, in its order, and shows each label once for its neighbors', async () => {
  expect(facts(await show())).toEqual([
    ['Document', 'Quit Claim Deed'],
    ['Number', '2026-018842'],
    ['Recorded', '11/19/2026 10:42 AM'],
    ['From', 'BRANDVOLD THESSALY R', 'BRANDVOLD ORRIN'],
    ['To', 'GREYMOOR HOLDINGS LLC'],
    ['Trustee', 'DALE ORRIN'],
    ['From', 'BRANDVOLD ESTATE'],
    ['And more', '289 more'],
    ['Parcel', '17-03-123-045'],
  ])
})

it('says where a parcel is: a single parcel in rows of its own, several in one row each', async () => {
  const elm = makeProperty('17-1', '12 Elm Street', 'Lot 4', 'Alder Falls 55810')
  expect(facts(await show({ properties: [elm] })).slice(8)).toEqual([
    ['Property', '12 Elm Street, Alder Falls 55810'],
    ['Parcel', '17-1'],
    ['Legal description', 'Lot 4'],
  ])
  const several = { properties: [makeProperty('17-2'), elm], moreProperties: 3, commonLegalDescription: 'Lots 4-9' }
  expect(facts(await show(several)).slice(8)).toEqual([
    ['Parcel', '17-2', '17-1 · 12 Elm Street, Alder Falls 55810 · Lot 4'],
    ['And more', '3 more'],
    ['Legal description', 'Lots 4-9'],
  ])
})

it('heads the record with its first property, and counts the others', async () => {
  const elm = makeProperty('17-1', '12 Elm Street', 'Lot 4', 'Alder Falls 55810')
  expect(textOf(await show({ properties: [elm], moreProperties: 4 }))).toContain(
    '12 Elm Street and 4 more propertiesQuit Claim Deed, recorded 11/19/2026 10:42 AM · Document 2026-018842 · Alder Falls 55810 · Parcel 17-1 · Lot 4',
  )
  // Never the number of one parcel with the address of another.
  const second = { properties: [makeProperty('17-2'), elm] }
  expect(textOf(await show(second))).toContain('Quit Claim DeedRecorded 11/19/2026 10:42 AM · Document 2026-018842')
})

it('is still a page after the record was deleted', async () => {
  const none = { first: [], more: 0 }
  const page = await show({ documentIdentifier: '', parties: none, parcels: none })
  expect([textOf(page).includes('no longer keep this record here'), facts(page)]).toEqual([true, []])
})

it('names an alert once that has its name from what it watches', async () => {
  const page = await show({ alerts: [{ ...alert, name: alert.criteria }] })
  expect(all(page, 'li').map(textOf)).toEqual([
    'From your alert Thessaly Brandvold.The record shows:BRANDVOLD THESSALY RFirst and last name are the same.',
  ])
})

it('says what each alert watches and which words of the record match it, and folds alerts past two', async () => {
  const parcel = { ...alert, id: 4, name: 'Home', criteria: '17-03-123-045', recordRaw: '17-03-123-045' }
  const third = { ...alert, id: 5, name: 'Our trust', under: { role: null, ownRole: 'Trustee' } }
  const page = await show({ alerts: [alert, { ...parcel, field: 'parcel' }, third] })
  expect(all(page, 'li').map(textOf)).toEqual([
    'Your alert My name watches Thessaly Brandvold.The record shows:BRANDVOLD THESSALY RFirst and last name are the same.',
    'Your alert Home watches parcel 17-03-123-045.The record lists parcel:17-03-123-045First and last name are the same.',
    'Your alert Our trust watches Thessaly Brandvold.The record shows:BRANDVOLD THESSALY RThe record lists this name under Trustee.First and last name are the same.',
  ])
  expect(page).toContain('<mark>BRANDVOLD THESSALY</mark>')
  expect(all(page, 'details').map(textOf)).toEqual([
    expect.stringContaining('1 more alert matched Your alert Our trust'),
  ])
  expect(all(await show(), 'details')).toEqual([])
})

it.each([
  ['was given to this message', { answer: 'wrong' }, '', 'You said: This looks wrong'],
  ['was given, whatever was chosen since', { answer: 'wrong' }, 'answer=expected', 'You said: This looks wrong'],
  ['was given to another message', { answer: 'wrong', answeredElsewhere: true }, '', 'You said: This looks wrong'],
  [
    'was given there, and another chosen here',
    { answer: 'expected', answeredElsewhere: true },
    'answer=wrong',
    'You chose “This looks wrong”',
  ],
  ['was given by somebody else', { answerOfOthers: 'wrong' }, '', 'Do you recognize this record?'],
  ['was chosen in the message', {}, 'answer=wrong', 'You chose “This looks wrong”'],
  ['was not given', {}, 'answer=nonsense', 'Do you recognize this record?'],
] as const)('says which answer %s', async (_what, change, query, heading) => {
  expect(headings(await show(change, query))[0]).toBe(heading)
})

it('says how to change an answer when another was chosen in the message', async () => {
  const instead = 'To answer “I expected this” instead, take this answer back first.'
  expect(textOf(await show({ answer: 'wrong' }, 'answer=expected'))).toContain(instead)
  expect(textOf(await show({ answer: 'wrong' }, 'answer=wrong'))).not.toContain('instead')
})

it('tells a reader who did not give the answer which one counts, and does not let them take it back', async () => {
  const page = textOf(await show({ answerOfOthers: 'expected' }))
  expect(page).toContain('Answered on another message: “I expected this”. If you answer here too, the newer')
  expect(page).not.toContain('Undo')
})

it.each([
  [false, 'Someone else has this name, or it isn’t your parcel. Read the record first.'],
  // Only its number, type and day are shown, so there is nothing to read.
  [true, 'It isn’t your parcel.'],
])('says what "not me" means, restricted: %s', async (restricted, help) => {
  expect(textOf(/<p id='help-not-me'.*?<\/p>/.exec(await show({ restricted }))?.[0] ?? '')).toBe(help)
})

it('asks whose parcel it is before it mutes a record of a watched parcel', async () => {
  const parcelQuestion = { parcels: { first: ['17-1'], more: 0 }, legalDescription: 'Lot 4' }
  const properties = [makeProperty('17-1', '12 Elm Street')]
  expect(headings(await show({ parcelQuestion, properties }))[0]).toBe('Do you recognize this record?')
  const asked = await show({ parcelQuestion, properties }, 'answer=not-me')
  expect(headings(asked)[0]).toBe('One more question')
  expect(textOf(asked)).toContain('Is 12 Elm Street your property?')
})

it('offers the owner to leave out such records, and others a login', async () => {
  const offer = { kind: 'middleName', value: 'RUTH', written: 'RUTH', applied: false } as const
  const mine = { id: 3, name: 'My name', firstName: 'Thessaly', lastName: 'Brandvold', offers: [offer] }
  const offered = { needsLogin: false, readerId: 7, alerts: [mine] }
  const page = await show({ answer: 'not-me', narrowing: offered })
  expect(all(page, 'button').map(textOf)).toContain('Skip records with the middle name RUTH')
  const applied = { ...offered, alerts: [{ ...mine, offers: [{ ...offer, applied: true }] }] }
  expect(headings(await show({ answer: 'expected', narrowing: applied }))[1]).toBe('You changed your alert')
  const stranger = await show({ answer: 'not-me', narrowing: { needsLogin: true, readerId: null, alerts: [] } })
  expect(stranger).toContain("href='/login?next=%2Fnotice%2Fa-token'")
})
