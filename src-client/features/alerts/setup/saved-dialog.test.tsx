// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { AlertView } from '#shared/contract/alert-view.ts'
import type { Channel } from '#shared/contract/alert.ts'
import { resendHint, verificationSentText } from '#shared/domain/recipient/verification-texts.ts'
import { SavedDialog } from './saved-dialog.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

const [own, other] = ['wren@example.org', 'helper@example.org']
const recipient = (value: string, verified = false) => ({
  id: value.length,
  value,
  acknowledged: true,
  saved: true,
  verified,
})
const alertOf = (...alertEmailAddresses: object[]) =>
  ({ pausedUntil: '', alertEmailAddresses, alertPhones: [] }) as unknown as AlertView
const dialog = (message: string, alert?: AlertView, stops: readonly string[] = []) => (
  <SavedDialog
    title="Your household"
    message={message}
    count={5}
    alert={alert}
    isOwn={(_channel, value) => value === own}
    suppressionFor={({ value }) =>
      stops.includes(value) ? { message: `You stopped ${value}.`, canUndo: true } : undefined
    }
    onResend={vi.fn<(channel: Channel, id: number) => void>()}
    resendingId={Number.NaN}
    onClose={vi.fn<() => void>()}
  />
)
const asked = (...to: string[]) =>
  ['5 alerts saved.', ...to.map((one) => verificationSentText('EMAIL', one))].join('  ')
const said = () => screen.getByRole('dialog').textContent

it.each<[string, string[], string]>([
  ['the reader alone', [own], 'One step left before we can notify you:'],
  ['others', [other], 'One step left before we can notify them:'],
  ['the reader and others', [own, other], '2 steps left before we can notify them:'],
])('says once of %s that a link was sent', (_who, to, waits) => {
  render(dialog(asked(...to), alertOf(...to.map((one) => recipient(one)))))
  expect(screen.getByText(waits)).toBeTruthy()
  expect(said()?.match(/5 alerts saved/g)).toHaveLength(1)
  expect(said()?.match(/a link/g)).toHaveLength(to.length)
})

it('does not say that a link was sent if none was', () => {
  const refused = `Too many messages went to ${other} today.`
  render(dialog(`${asked(own)}  ${refused}`, alertOf(recipient(own), { ...recipient(other), id: 2 })))
  expect(screen.getByText(refused)).toBeTruthy()
  expect(said()?.match(/We sent a link/g)).toHaveLength(1)
  expect(screen.getByText('Not verified yet. Choose Resend to get a new link.')).toBeTruthy()
})

it('says nothing of the link until the boxes show it', () => {
  render(dialog(asked(own)))
  expect(said()).toContain('5 alerts saved.')
  expect(said()).not.toContain('a link')
})

it('says once that Resend asks again for recipients who were asked before: in their boxes', () => {
  const before = [own, other].map((one) => `${one} already got a request to verify.  ${resendHint}`)
  render(dialog(['5 alerts saved.', ...before].join('  '), alertOf(recipient(own), { ...recipient(other), id: 2 })))
  for (const one of [own, other]) expect(screen.getByText(`${one} already got a request to verify.`)).toBeTruthy()
  expect(said()?.match(/Choose Resend/g)).toHaveLength(2)
  expect(screen.getAllByText('Not verified yet. Choose Resend to get a new link.')).toHaveLength(2)
})

it.each([
  [own, 'All verified. We’ll notify you.'],
  [other, 'All verified. We’ll notify them.'],
])('says when %s has confirmed', (who, confirmed) => {
  const { rerender } = render(dialog(asked(who), alertOf(recipient(who))))
  rerender(dialog(asked(who), alertOf(recipient(who, true))))
  expect(screen.getByText(confirmed)).toBeTruthy()
})

it.each([
  [own, `When a record matches, we’ll notify you: ${own}.`],
  [other, `When a record matches, we’ll notify ${other}.`],
])('says that %s, who confirmed before, is notified from now on', (who, tells) => {
  render(dialog('5 alerts saved.', alertOf(recipient(who, true))))
  expect(screen.getByText(tells)).toBeTruthy()
})

it('names the recipients who are already notified while another has to confirm', () => {
  const waiting = { ...recipient(other), id: 2 }
  const { rerender } = render(dialog(asked(own, other), alertOf(recipient(own), waiting)))
  expect(said()).toContain('These alerts are off until you do.')
  rerender(dialog(asked(own, other), alertOf(recipient(own, true), waiting)))
  expect(screen.getByText('One step left:')).toBeTruthy()
  expect(said()).toContain(`Until then, we notify only: ${own}.`)
  expect(said()).not.toContain('before we can notify')
  expect(said()).not.toContain('These alerts are off until you do.')
})

it('promises nothing for a suppressed address, and says where to resume messages', () => {
  render(dialog('5 alerts saved.', alertOf(recipient(own, true), { ...recipient(other, true), id: 2 }), [own]))
  expect(screen.getByText(`When a record matches, we’ll notify ${other}.`)).toBeTruthy()
  expect(screen.getByText(`You stopped ${own}.`)).toBeTruthy()
  expect(said()).toContain('choose “Send them again” on your home page')
})

it('promises nothing if the confirmed recipient is suppressed', () => {
  const { rerender } = render(dialog(asked(own), alertOf(recipient(own)), [own]))
  rerender(dialog(asked(own), alertOf(recipient(own, true)), [own]))
  expect(said()).not.toMatch(/we (will )?tell/i)
  expect(screen.getByText(`You stopped ${own}.`)).toBeTruthy()
})
