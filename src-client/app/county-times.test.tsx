// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { HistorySheet } from '../features/alerts/history/history-sheet.tsx'
import { InboxMessage } from '../features/dev-inbox/inbox-message.tsx'

// An hour that no other zone of the tests' machines shows.
vi.mock('../lib/api/start-content.ts', () => ({ useStartContent: () => ({ timeZone: 'Pacific/Guam' }) }))

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

const moment = '2026-11-20T16:05:00.000Z'

it('the dev inbox shows when a message was made, in the time zone of the county', () => {
  const message = { id: 1, channel: 'EMAIL', to: 'wilma@example.org', subject: 'A record', text: 'See it.' } as const
  render(<InboxMessage message={{ ...message, createdAt: moment }} />)
  expect(screen.getByText(/11\/21\/2026 2:05 AM/)).toBeTruthy()
})

it('a printed history shows its date in the time zone of the county', () => {
  render(<HistorySheet records={[]} chips="" at={new Date(moment)} />)
  expect(screen.getByText('Printed 11/21/2026 2:05 AM')).toBeTruthy()
})
