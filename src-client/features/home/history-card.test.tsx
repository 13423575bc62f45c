// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { NoticeAnswer, OutgoingEventView } from '#shared/contract/outgoing-event.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { HistoryCard } from './history-card.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

const told = (id: number, answer: NoticeAnswer | null): OutgoingEventView => ({
  id,
  alertName: 'My name',
  deliveredTimestampFormatted: '11/19/2026 10:44 AM',
  deliveryMethodType: 'EMAIL',
  deliveryTarget: 'wren@example.org',
  combinedCriteria: 'Wren Farrow',
  documentIdentifer: `2026-01884${id}`,
  incomingEventCombinedCriteria: 'FARROW WREN',
  marks: [],
  documentDescription: 'Quit Claim Deed',
  recordedTimestampFormatted: '11/19/2026 10:42 AM',
  eventTimestampFormatted: '11/19/2026 10:43 AM',
  sentence: 'First and last name are the same.',
  documentUrl: '',
  deliveryState: 'accepted',
  deliveryReason: '',
  possiblyTwice: false,
  answer,
  answerTo: '',
  noticePath: '/notice/1',
})

it('says beside each record what the reader answered, and nothing where there is no answer', () => {
  render(
    <HistoryCard
      events={[
        told(1, 'expected'),
        told(2, 'not-me'),
        told(3, 'wrong'),
        told(4, null),
        { ...told(5, 'wrong'), answerTo: '(312) 555-0142' },
      ]}
      total={5}
      detailsHref="/home?list=history"
    />,
  )
  const records = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.children[1]?.textContent)
  expect(records).toEqual([
    'Quit Claim Deed 2026-018841Answered: I expected this',
    'Quit Claim Deed 2026-018842Answered: This is not about me',
    'Quit Claim Deed 2026-018843Answered: This looks wrong',
    'Quit Claim Deed 2026-018844',
    'Quit Claim Deed 2026-018845Answered on the message to (312) 555-0142: This looks wrong',
  ])
})

it('leads from a record to the page that tells more of it, where a notice was sent', () => {
  const unsent: OutgoingEventView = { ...told(2, null), noticePath: '', deliveryState: 'unsent' }
  render(<HistoryCard events={[told(1, null), unsent]} total={2} detailsHref="/home?list=history" />)
  expect(screen.getByRole('link', { name: 'Quit Claim Deed 2026-018841' }).getAttribute('href')).toBe('/notice/1')
  expect(screen.queryByRole('link', { name: /2026-018842/ })).toBeNull()
})
