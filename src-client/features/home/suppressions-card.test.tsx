// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { StoppedAlert, SuppressedAddress } from '#server/features/recipients/suppressed-addresses.ts'
import { DismissedSuppressions, SuppressionsCard } from './suppressions-card.tsx'
import { suppressionActionKeys } from './use-suppression-actions.ts'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

const acts = {
  onAllow: vi.fn<(id: number) => void>(),
  onDismiss: vi.fn<(id: number) => void>(),
  onResume: vi.fn<(alert: StoppedAlert) => void>(),
}
beforeEach(() => vi.clearAllMocks())

const stop = (reason: SuppressedAddress['reason'], canUndo = false): SuppressedAddress => ({
  id: 7,
  channel: 'EMAIL',
  target: 'wren@example.org',
  reason,
  message: `About ${reason}.`,
  canUndo,
  stopsAlerts: true,
  dismissed: false,
})
const stopped: StoppedAlert = {
  alertId: 3,
  alertName: 'Mill lane',
  channel: 'PHONE',
  recipientId: 9,
  target: '(612) 555-0188',
  message: 'You unsubscribed from “Mill lane”.',
}
const show = (told: SuppressedAddress[], stoppedAlerts: StoppedAlert[] = [], running = '') =>
  render(<SuppressionsCard suppressions={told} stoppedAlerts={stoppedAlerts} runningAction={running} {...acts} />)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('is hidden when everything is delivered', () => {
  expect(show([]).container.textContent).toBe('')
})

it.each<[SuppressedAddress['reason'], boolean]>([
  ['bounce', true],
  ['complaint', true],
  ['stop', false],
  ['staff', false],
])('explains %s, with a way to another address if that helps', (reason, helps) => {
  show([stop(reason)])
  expect(screen.getByText(`About ${reason}.`)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'See my alerts' }) !== null).toBe(helps)
  expect(screen.queryAllByRole('button')).toEqual([])
})

it("ends the reader's own suppression, or leaves it", () => {
  show([stop('unsubscribe', true)], [stopped])
  press('Send them again: wren@example.org')
  press('Leave them stopped: wren@example.org')
  press('Send them again: (612) 555-0188')
  expect([acts.onAllow.mock.calls, acts.onDismiss.mock.calls, acts.onResume.mock.calls]).toEqual([
    [[7]],
    [[7]],
    [[stopped]],
  ])
})

it('lists in small print what the reader left suppressed, with the way back', () => {
  const left = { ...stop('unsubscribe', true), dismissed: true }
  expect(show([left]).container.textContent).toBe('')
  render(<DismissedSuppressions suppressions={[left, stop('bounce')]} runningAction="" onAllow={acts.onAllow} />)
  expect(screen.queryByText('About bounce.')).toBeNull()
  expect(screen.getByText('About unsubscribe.')).toBeTruthy()
  press('Send them again: wren@example.org')
  expect(acts.onAllow.mock.calls).toEqual([[7]])
})

it.each([
  ['send again', suppressionActionKeys.allow(7)],
  ['leave it so', suppressionActionKeys.dismiss(7)],
  ['resume', suppressionActionKeys.resume(stopped)],
])('marks the pressed button as running, and does nothing twice: %s', (_what, running) => {
  show([stop('unsubscribe', true)], [stopped], running)
  const buttons = screen.getAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent).filter((text) => text === 'Saving…')).toHaveLength(1)
  for (const button of buttons) {
    expect(button.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(button)
  }
  for (const act of Object.values(acts)) expect(act).not.toHaveBeenCalled()
})

it('marks the pressed button as running for an address that was left suppressed', () => {
  const left = { ...stop('unsubscribe', true), dismissed: true }
  render(
    <DismissedSuppressions
      suppressions={[left]}
      runningAction={suppressionActionKeys.allow(7)}
      onAllow={acts.onAllow}
    />,
  )
  press('Saving…')
  expect(acts.onAllow.mock.calls).toEqual([])
})

it('does not say that messages are suppressed if alerts still go out', () => {
  show([{ ...stop('complaint'), stopsAlerts: false }])
  expect(screen.getByRole('heading').textContent).toBe('Some emails are stopped')
  expect(screen.queryByRole('link')).toBeNull()
})
