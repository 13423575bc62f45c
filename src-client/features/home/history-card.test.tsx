// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { createTRPCClient } from '@trpc/client'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { queryClient, trpc } from '#client/lib/api/trpc.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { AppRouter } from '#server/routers/router.ts'
import type { RecordGroup } from '#shared/contract/record-group.ts'
import { noProperties } from '#shared/contract/record-property.ts'
import { makeProperty } from '#tests/helpers/properties.ts'
import { HistoryCard } from './history-card.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

const match = {
  alertId: 1,
  alertName: 'My name',
  criteria: 'Wren Farrow',
  recordRaw: 'FARROW WREN',
  marks: [],
  sentence: 'First and last name are the same.',
  grade: 'CERTAIN' as const,
}
const delivery: RecordGroup['deliveries'][number] = {
  channel: 'EMAIL',
  target: 'wren@example.org',
  deliveredTimestampFormatted: '11/19/2026 10:44 AM',
  deliveryState: 'delivered',
  deliveryReason: '',
  possiblyTwice: false,
}
const record = (id: number, change: Partial<RecordGroup> = {}): RecordGroup => ({
  id,
  documentIdentifier: `2026-01884${id}`,
  documentDescription: 'Quit Claim Deed',
  recordedTimestampFormatted: '11/19/2026 10:42 AM',
  documentUrl: '',
  restricted: false,
  ...noProperties,
  answer: null,
  answeredOn: '',
  answerTo: '',
  isUnanswered: false,
  noticePath: `/home/notice/${id}`,
  matches: [match],
  deliveries: [delivery],
  ...change,
})
const show = (records: RecordGroup[], total = records.length) =>
  render(
    <trpc.Provider client={createTRPCClient<AppRouter>({ links: [] })} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <HistoryCard records={records} total={total} detailsHref="/home?show=history" />
      </QueryClientProvider>
    </trpc.Provider>,
  )
const isOpen = () => [...document.querySelectorAll('details')].map(({ open }) => open)

it('shows in each row what was answered, or why nothing was', () => {
  show([
    record(1, { answer: 'expected', answeredOn: '11/23/2026', answerTo: 'wren@example.org' }),
    record(2, { answer: 'not-me' }),
    record(3, { answer: 'wrong' }),
    record(4, { isUnanswered: true }),
    record(5, {
      noticePath: '',
      deliveries: [{ ...delivery, deliveryState: 'unsent', deliveredTimestampFormatted: '' }],
    }),
    record(6, {
      noticePath: '',
      deliveries: [{ ...delivery, deliveryState: 'held', deliveredTimestampFormatted: '' }],
    }),
  ])
  const rows = [...document.querySelectorAll('summary')].map(({ textContent }) => textContent)
  expect(rows).toEqual([
    '11/19/2026Quit Claim Deed2026-018841Expected',
    '11/19/2026Quit Claim Deed2026-018842Not about me',
    '11/19/2026Quit Claim Deed2026-018843Looks wrong',
    '11/19/2026Quit Claim Deed2026-018844Unanswered',
    '11/19/2026Quit Claim Deed2026-018845Not sent',
    '11/19/2026Quit Claim Deed2026-018846On its way',
  ])
  screen.getByText('You answered on 11/23/2026: I expected this')
})

it('opens only the newest record that waits for an answer', () => {
  show([record(1, { answer: 'expected' }), record(2, { isUnanswered: true }), record(3, { isUnanswered: true })])
  expect(isOpen()).toEqual([false, true, false])
})

it.each<[string, Partial<RecordGroup>, string]>([
  [
    'address and parcel of a property',
    { properties: [makeProperty('17-03', '12 Elm St')] },
    '12 Elm St · Parcel 17-03',
  ],
  [
    'the first property and how many more',
    { properties: [makeProperty('17-03', '12 Elm St')], moreProperties: 99 },
    '12 Elm St and 99 more properties · Parcel 17-03',
  ],
  ['the parcel without an address', { properties: [makeProperty('17-03')] }, 'Parcel 17-03'],
  [
    'no address of another property',
    { properties: [makeProperty('17-03'), makeProperty('17-04', '12 Elm St')] },
    '2026-018841 · Parcel 17-03 and 1 more property',
  ],
])('names %s in the row', (_what, change, name) => {
  show([record(1, change)])
  expect(document.querySelector('summary')?.textContent).toContain(name)
})

it('names each property with address and legal description in the opened row', () => {
  const elm = makeProperty('17-03', '12 Elm St', 'Lot 4', 'Alder Falls 55810')
  show([
    record(1, { properties: [elm] }),
    record(2, { properties: [makeProperty('17-02'), elm], commonLegalDescription: 'Lots 4 and 5' }),
    record(3, { restricted: true }),
  ])
  const inside = [...document.querySelectorAll('details')].map((details) =>
    [...details.querySelectorAll('h3')]
      .filter(({ textContent }) => textContent === 'Property')
      .flatMap(({ nextElementSibling }) => [...(nextElementSibling?.children ?? [])].map((line) => line.textContent)),
  )
  expect(inside).toEqual([
    ['12 Elm St, Alder Falls 55810', 'Parcel 17-03', 'Lot 4'],
    ['Parcel 17-02', 'Parcel 17-03 · 12 Elm St, Alder Falls 55810 · Lot 4', 'Lots 4 and 5'],
    [],
  ])
})

it('links to the page that takes the answer if there is a message, and says who got it', () => {
  show([
    record(1, { isUnanswered: true }),
    record(2, { answer: 'wrong' }),
    record(3, {
      noticePath: '',
      deliveries: [
        {
          ...delivery,
          deliveryState: 'unsent',
          deliveredTimestampFormatted: '',
          deliveryReason: 'The alert was paused.',
        },
      ],
    }),
  ])
  const href = (name: string) => screen.getByRole('link', { name, hidden: true }).getAttribute('href')
  expect(href('Answer, or see what to do: 2026-018841')).toBe('/home/notice/1')
  expect(href('See what to do, or change your answer: 2026-018842')).toBe('/home/notice/2')
  expect(screen.queryByRole('link', { name: /2026-018843/, hidden: true })).toBeNull()
  screen.getByText('Email to wren@example.org, not sent. The alert was paused.')
  expect(screen.getAllByText('Email to wren@example.org, sent 11/19/2026 10:44 AM')).toHaveLength(2)
})

it('shows the first recipients and the others on request', () => {
  const deliveries = Array.from({ length: 40 }, (_, n) => ({ ...delivery, target: `helper${n}@example.org` }))
  show([record(1, { deliveries })])
  const more = screen.getByText('32 more').closest('details')
  expect(more?.open).toBe(false)
  expect(within(more ?? document.body).getAllByText(/helper/)).toHaveLength(32)
})

it('counts the records beyond its ten', () => {
  show([record(1)], 5)
  expect(screen.getByRole('link', { name: '4 more records' }).getAttribute('href')).toBe('/home?show=history')
})
