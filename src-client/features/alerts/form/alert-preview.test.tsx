// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadPageTexts, loadPanelTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { AlertPreview, PreviewRecord } from '#shared/contract/alert-view.ts'
import { alertTypeNames } from '#shared/contract/alert.ts'
import { AlertPreviewLine, AlertPreviewPanel, AlertPreviewRecords, type PreviewState } from './alert-preview.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
  await loadPanelTexts()
})
afterEach(cleanup)

const record = (number: number): PreviewRecord => ({
  documentIdentifier: `2026-${number}`,
  documentDescription: 'Quit Claim Deed',
  recordedTimestampFormatted: '11/19/2026 9:14 AM',
  recordRaw: `BRANDVOLD THESSALY ${number}`,
  marks: [[0, 18]],
  sentence: 'First and last name are the same.',
  grade: 'CERTAIN',
})

const found = ({ count = 0, ...preview }: Partial<AlertPreview>): PreviewState => ({
  kind: 'found',
  stale: false,
  preview: {
    count,
    capped: false,
    grades: { CERTAIN: count, LIKELY: 0, POSSIBLE: 0 },
    tooMany: false,
    records: [],
    variantCounts: {},
    width: null,
    ...preview,
  },
})

it.each<[string, PreviewState, string[]]>([
  ['nothing to look for', { kind: 'incomplete' }, ['Type a first and a last name to see past records that match.']],
  ['no answer', { kind: 'failed', retry: () => {} }, ['You can still save this alert.', 'Try again']],
  [
    'no record',
    found({}),
    ['0 records', 'in the last 12 months', 'Check that the name is spelled as it is on your deed.'],
  ],
  [
    'one record',
    found({ count: 1, records: [record(1)] }),
    ['1 record', 'BRANDVOLD THESSALY 1', 'First and last name are the same.', 'We only send you new ones.'],
  ],
  [
    'more than a year should bring',
    found({ count: 34, tooMany: true, records: [record(1), record(2)] }),
    ['34 records', 'That’s more than 20 a year.', 'Add a middle name', 'These are the latest 2.'],
  ],
  ['more than was counted', found({ count: 200, capped: true, tooMany: true }), ['At least 200 records']],
])('says what is known: %s', (_name, state, texts) => {
  const { container } = render(<AlertPreviewPanel state={state} type="NAME" />)
  for (const text of texts) expect(container.textContent).toContain(text)
})

it('says what is sent right away and what comes in the weekly email, and the grade of each record', () => {
  const records: PreviewRecord[] = [
    { ...record(1), grade: 'LIKELY' },
    { ...record(2), grade: 'POSSIBLE' },
  ]
  const state = found({ count: 12, grades: { CERTAIN: 2, LIKELY: 1, POSSIBLE: 9 }, records })
  const { container } = render(<AlertPreviewPanel state={state} type="NAME" />)
  expect(screen.getByRole('status').textContent).toBe(
    '12 records in the last 12 monthsSent right away: 2 certain, 1 likelyIn the weekly email: 9 possible',
  )
  const items = [...container.querySelectorAll('li')].map((item) => item.textContent)
  expect(items.map((text) => /(Certain|Likely|Possible) match/.exec(text)?.[1])).toEqual(['Likely', 'Possible'])
  expect(container.textContent).toContain('These are 2 of them, the surest first.')
})

it('says nothing of grades where all records are certain', () => {
  render(<AlertPreviewPanel state={found({ count: 2 })} type="NAME" />)
  expect(screen.getByRole('status').textContent).toBe('2 records in the last 12 months')
})

it('says for each type how to narrow an alert with too many records', () => {
  render(<AlertPreviewPanel state={found({ count: 34, tooMany: true })} type="BUSINESS" />)
  expect(screen.getByText(/Type the full name, as it appears on the deed/)).toBeTruthy()
})

it('marks an outdated preview while the next is loading', () => {
  render(<AlertPreviewPanel state={{ ...found({ count: 1 }), stale: true } as PreviewState} type="NAME" />)
  expect(screen.getByRole('complementary').getAttribute('aria-busy')).toBe('true')
})

it('says for each type what to check when no record is found', () => {
  render(<AlertPreviewPanel state={found({})} type="PARCEL_ID" />)
  expect(screen.getByText(/Check the number against your tax bill/)).toBeTruthy()
})

it('does not ask to check a number when the property was found by its address', () => {
  const { container } = render(<AlertPreviewPanel state={found({})} type="PARCEL_ID" byAddress />)
  expect(container.textContent).toContain('That’s common. We’ll notify you when a record matches.')
  expect(container.textContent).not.toContain('tax bill')
})

it('says the same in a sentence next to one of several alerts, with the records elsewhere', () => {
  const many = found({ count: 34, tooMany: true, records: [record(1)] })
  const { container, rerender } = render(<AlertPreviewLine state={{ kind: 'incomplete' }} type="NAME" />)
  expect(container.textContent).toBe('')
  rerender(<AlertPreviewLine state={many} type="NAME" />)
  for (const text of ['34 records in the last 12 months', 'That’s more than 20 a year.', 'Add a middle name'])
    expect(container.textContent).toContain(text)
  expect(container.textContent).not.toContain('BRANDVOLD THESSALY 1')
  rerender(<AlertPreviewLine state={found({})} type="NAME" />)
  expect(container.textContent).toBe('0 records in the last 12 months')
  rerender(<AlertPreviewRecords state={many} type="NAME" />)
  for (const text of ['BRANDVOLD THESSALY 1', 'These are the latest 1.', 'We only send you new ones.'])
    expect(container.textContent).toContain(text)
})

it('speaks of the owner in the third person when staff write the alert', () => {
  const states = [found({}), found({ count: 1, records: [record(1)] }), found({ count: 34, tooMany: true })]
  for (const state of states)
    for (const type of alertTypeNames) {
      const { container, unmount } = render(<AlertPreviewPanel state={state} type={type} byStaff />)
      expect(container.textContent).not.toMatch(/\byou(?:r|rs)?\b/i)
      unmount()
    }
  render(<AlertPreviewPanel state={found({})} type="PARCEL_ID" byStaff />)
  expect(screen.getByText(/Check the number against the tax bill. We’ll notify the recipients/)).toBeTruthy()
})
