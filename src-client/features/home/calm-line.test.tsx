// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { LastRecordsView, NamedMoment } from '#shared/contract/last-records.ts'
import { CalmLine } from './calm-line.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

const today: NamedMoment = { day: 'today', weekday: 'thursday', date: '11/19/2026', time: '10:42 AM' }
const yesterday: NamedMoment = { day: 'yesterday', weekday: 'wednesday', date: '11/18/2026', time: '4:30 PM' }
const earlier: NamedMoment = { day: 'earlier', weekday: 'friday', date: '11/13/2026', time: '4:30 PM' }
const heard: LastRecordsView = { received: today, lateSince: null, isMatchingLate: false }

it.each<[string, Partial<LastRecordsView>, { matched: number; answered?: number; waiting: number }, string]>([
  [
    'all calm',
    {},
    { matched: 0, waiting: 0 },
    'Last records received today 10:42 AM. No record matched your alerts in the last 30 days.',
  ],
  [
    'calm before the day’s records',
    { received: yesterday },
    { matched: 0, waiting: 0 },
    'Last records received yesterday 4:30 PM. No record matched your alerts in the last 30 days.',
  ],
  [
    'a card is above',
    {},
    { matched: 1, waiting: 1 },
    'Last records received today 10:42 AM. No other record matched your alerts in the last 30 days.',
  ],
  [
    'others are answered',
    {},
    { matched: 4, waiting: 1 },
    'Last records received today 10:42 AM. 3 other records matched your alerts in the last 30 days.',
  ],
  [
    'all are answered',
    {},
    { matched: 2, answered: 2, waiting: 0 },
    'Last records received today 10:42 AM. 2 records matched your alerts in the last 30 days. You’ve answered them.',
  ],
  [
    'nothing was asked about one',
    {},
    { matched: 2, answered: 1, waiting: 0 },
    'Last records received today 10:42 AM. 2 records matched your alerts in the last 30 days.',
  ],
  [
    'a late feed',
    { received: yesterday, lateSince: yesterday },
    { matched: 0, waiting: 0 },
    'Last records received yesterday 4:30 PM. Newer records haven’t arrived yet. We’ll check them as soon as they do.',
  ],
  [
    'a gap of days, named',
    { received: earlier, lateSince: earlier },
    { matched: 0, waiting: 0 },
    'Last records received Friday, 11/13/2026 4:30 PM. Newer records haven’t arrived yet. We’ll check them as soon as they do.',
  ],
  [
    'one of several feeds late',
    { lateSince: earlier },
    { matched: 0, waiting: 0 },
    'Last records received today 10:42 AM. Some records haven’t arrived since Friday, 11/13/2026 4:30 PM. We’ll check them as soon as they do.',
  ],
  [
    'records still to be matched',
    { isMatchingLate: true },
    { matched: 0, waiting: 0 },
    'Last records received today 10:42 AM. We’re still checking some of them.',
  ],
  [
    'no record ever',
    { received: null },
    { matched: 0, waiting: 0 },
    'No records have arrived from the county yet. We’ll check them as soon as they do.',
  ],
])('%s', (_what, change, counts, text) => {
  render(<CalmLine lastRecords={{ ...heard, ...change }} answered={0} {...counts} isLead={false} />)
  expect(screen.getByRole('status').textContent).toBe(text)
})
