// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { trpcClient } from '#client/lib/api/client.ts'
import { queryClient, trpc } from '#client/lib/api/trpc.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { WaitingRow } from '#server/features/alerts/alert-reach.queries.ts'
import type { Channel } from '#shared/contract/alert.ts'
import { UnverifiedCard } from './unverified-card.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

const alerts = ['Quarry Road', 'Wren Farrow', 'Mill Lane'].map((name, place) => ({ id: place + 1, name }))
const email: WaitingRow = {
  channel: 'EMAIL',
  recipientId: 7,
  target: 'wren@example.org',
  alerts: [...alerts],
  pending: 1,
}
const phone: WaitingRow = { ...email, channel: 'PHONE', recipientId: 9, target: '(612) 555-0188', pending: 0 }
const show = (waiting: WaitingRow[], onResend = vi.fn<(channel: Channel, recipientId: number) => void>()) => {
  const pending = Math.max(...waiting.map((one) => one.pending))
  render(
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <UnverifiedCard waiting={waiting} pending={pending} resendingId={Number.NaN} onResend={onResend} />
      </QueryClientProvider>
    </trpc.Provider>,
  )
  return onResend
}

it('names a waiting email and a waiting phone next to each other, each with its own next step', () => {
  const onResend = show([email, phone])
  expect(screen.getByRole('heading', { name: 'One alert is waiting for you' })).toBeTruthy()
  expect(screen.getByText('wren@example.org')).toBeTruthy()
  expect(screen.getByText('(612) 555-0188')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Send the link again' }))
  fireEvent.click(screen.getByRole('button', { name: 'Send the code again' }))
  expect(onResend.mock.calls).toEqual([
    ['EMAIL', 7],
    ['PHONE', 9],
  ])
  expect(screen.getByLabelText('Code we texted to (612) 555-0188')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Change the number' }).getAttribute('href')).toContain('alert=1')
})

it('says only what is left to do if the alerts reach another recipient', () => {
  show([phone])
  expect(screen.getByRole('heading', { name: 'One step left' })).toBeTruthy()
  expect(document.body.textContent).toContain('We can’t text (612) 555-0188 yet.')
  expect(document.body.textContent).not.toContain('can’t notify anyone')
  expect(screen.queryByRole('listitem')).toBeNull()
})

it('names alerts that wait for the same address once, and counts those past the first', () => {
  show([{ ...email, pending: 8 }])
  expect(screen.getByRole('heading', { name: '8 alerts are waiting for you' })).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Send the link again' })).toHaveLength(1)
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Quarry Road',
    'Wren Farrow',
    'Mill Lane',
    '5 more',
  ])
})
