// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { OutgoingEventView } from '#shared/contract/outgoing-event.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { HistoryItem } from './history-item.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

const event: OutgoingEventView = {
  id: 1,
  alertName: 'My name',
  deliveredTimestampFormatted: '11/19/2026 11:02 AM',
  deliveryMethodType: 'EMAIL',
  deliveryTarget: 'wren@example.org',
  combinedCriteria: 'Wren Halloway',
  documentIdentifer: '2026-018842',
  incomingEventCombinedCriteria: 'HALLOWAY WREN',
  marks: [[0, 13]],
  documentDescription: 'Quit Claim Deed',
  recordedTimestampFormatted: '11/19/2026 10:42 AM',
  eventTimestampFormatted: '11/19/2026 11:01 AM',
  sentence: 'First and last name are the same.',
  documentUrl: '',
  deliveryState: 'delivered',
  deliveryReason: '',
  possiblyTwice: false,
  answer: null,
  answerTo: '',
  noticePath: '/notice/1',
}

it.each<[string, Partial<OutgoingEventView>, string]>([
  ['nothing was answered', {}, 'Answer, or see what to do: 2026-018842'],
  ['its own message was answered', { answer: 'wrong' }, 'See what to do, or change your answer: 2026-018842'],
  [
    'another message of the record was, as the page says too',
    { answer: 'wrong', answerTo: '(312) 555-0142' },
    'See what to do, or change your answer: 2026-018842',
  ],
])('names the way to the answer where %s', (_what, change, name) => {
  render(<HistoryItem event={{ ...event, ...change }} />)
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/notice/1')
})
