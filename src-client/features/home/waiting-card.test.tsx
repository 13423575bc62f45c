// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { AlertView, Channel } from '#shared/contract/alert.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { WaitingCard } from './waiting-card.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

const recipient = (id: number, value: string) => ({ id, value, acknowledged: true, saved: true, verified: false })
const waitingAlert = (emails: object[], phones: object[]) =>
  ({ id: 1, name: 'Quarry Road', statusType: 'P', alertEmailAddresses: emails, alertPhones: phones }) as AlertView

it.each<[string, AlertView, string, Channel, number]>([
  [
    'an email, first of all',
    waitingAlert([recipient(7, 'wren@example.org')], [recipient(9, '(612) 555-0188')]),
    'Send the link again',
    'EMAIL',
    7,
  ],
  ['else a phone', waitingAlert([], [recipient(9, '(612) 555-0188')]), 'Send the code again', 'PHONE', 9],
])('asks again the recipient that it names: %s', (_which, alert, button, channel, id) => {
  const onResend = vi.fn<(channel: Channel, recipientId: number) => void>()
  render(<WaitingCard alerts={[alert]} resendingId={Number.NaN} onResend={onResend} />)
  fireEvent.click(screen.getByRole('button', { name: button }))
  expect(onResend.mock.calls).toEqual([[channel, id]])
})

it('names alerts that wait for the same address once, with one way to go on', () => {
  const email = recipient(7, 'wren@example.org')
  const alerts = ['Quarry Road', 'Wren Farrow', 'Mill Lane'].map((name, place) => ({
    ...waitingAlert(place === 2 ? [recipient(8, 'other@example.org')] : [email], []),
    id: place + 1,
    name,
  }))
  render(<WaitingCard alerts={alerts} resendingId={Number.NaN} onResend={vi.fn<() => void>()} />)
  expect(screen.getByRole('heading', { name: '3 alerts are waiting for you' })).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Send the link again' })).toHaveLength(2)
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Quarry Road', 'Wren Farrow'])
})
