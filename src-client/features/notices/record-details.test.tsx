// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { noProperties } from '#shared/contract/record-property.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { from, to } from '#tests/helpers/parties.ts'
import { makeProperty } from '#tests/helpers/properties.ts'
import type { NoticeView } from './notice-view.ts'
import { RecordDetails, MatchReasons } from './record-details.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

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
  unsubscribed: false,
  narrowing: { needsLogin: false, readerId: null, alerts: [] },
}
const facts = () =>
  [...document.querySelectorAll('dl > div')].map((row) => [...row.children].map(({ textContent }) => textContent))

it('says who is on the record and which parcels, in its order, each label once for its neighbors', () => {
  render(<RecordDetails notice={notice} />)
  expect(facts()).toEqual([
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

it('says where a parcel is: the only one in rows of its own, each of several in one', () => {
  const elm = makeProperty('17-1', '12 Elm Street', 'Lot 4', 'Alder Falls 55810')
  const rows = (change: Partial<NoticeView>) => {
    cleanup()
    render(<RecordDetails notice={{ ...notice, ...change }} />)
    return facts().slice(8)
  }
  expect(rows({ properties: [elm] })).toEqual([
    ['Property', '12 Elm Street, Alder Falls 55810'],
    ['Parcel', '17-1'],
    ['Legal description', 'Lot 4'],
  ])
  const several = { properties: [makeProperty('17-2'), elm], moreProperties: 3, commonLegalDescription: 'Lots 4-9' }
  expect(rows(several)).toEqual([
    ['Parcel', '17-2', '17-1 · 12 Elm Street, Alder Falls 55810 · Lot 4'],
    ['And more', '3 more'],
    ['Legal description', 'Lots 4-9'],
  ])
})

it('is still a page where the record is gone', () => {
  const none = { first: [], more: 0 }
  render(<RecordDetails notice={{ ...notice, documentIdentifier: '', parties: none, parcels: none }} />)
  expect(screen.getByText(/no longer keep this record here/)).toBeTruthy()
  expect(facts()).toEqual([])
})

it('says what each alert watches and what the record has of it: a name, or a parcel', () => {
  const parcel = { ...alert, id: 4, name: 'Home', criteria: '17-03-123-045', field: 'parcel' as const }
  render(<MatchReasons notice={{ ...notice, alerts: [alert, { ...parcel, recordRaw: '17-03-123-045' }] }} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Your alert My name looks for Thessaly Brandvold.The record shows:BRANDVOLD THESSALY RFirst and last name are the same.',
    'Your alert Home watches parcel 17-03-123-045.The record lists parcel:17-03-123-045First and last name are the same.',
  ])
})

it.each<[NonNullable<typeof alert.under>, string]>([
  [{ role: 'to', ownRole: '' }, 'To'],
  [{ role: null, ownRole: 'Trustee' }, 'Trustee'],
])('says on which side a name stands that is not in the list: %j', (under, shown) => {
  render(<MatchReasons notice={{ ...notice, alerts: [{ ...alert, under }] }} />)
  expect(screen.getByRole('listitem').textContent).toContain(`The record lists this name under ${shown}.`)
})

it('folds the reasons past two alerts', () => {
  const alerts = ['My name', 'Our trust', 'Home parcel', 'Mill Lane'].map((name, place) => ({
    ...alert,
    id: place,
    name,
  }))
  render(<MatchReasons notice={{ ...notice, alerts }} />)
  const folded = document.querySelector('details')
  expect(folded?.querySelector('summary')?.textContent).toBe('2 more alerts matched')
  expect(folded?.textContent).toContain('Home parcel')
  expect(folded?.textContent).not.toContain('Our trust')
  cleanup()
  render(<MatchReasons notice={{ ...notice, alerts: alerts.slice(0, 2) }} />)
  expect(document.querySelector('details')).toBeNull()
})
