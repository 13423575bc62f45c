import { expect, it } from 'vitest'
import type { StoppedAlert, SuppressedAddress } from '#server/features/recipients/suppressed-addresses.ts'
import { suppressionFor } from './suppression-for.ts'

const told: SuppressedAddress = {
  id: 7,
  channel: 'EMAIL',
  target: 'Wren@example.org',
  reason: 'bounce',
  message: 'Emails come back.',
  canUndo: false,
  stopsAlerts: true,
  dismissed: true,
}
const stopped: StoppedAlert = {
  alertId: 3,
  alertName: 'Mill lane',
  channel: 'PHONE',
  recipientId: 9,
  target: '(612) 555-0188',
  message: 'You unsubscribed from “Mill lane”.',
}
const asked = { alertId: 3, channel: 'PHONE', id: 9, value: '(612) 555-0188' } as const

it.each([
  ['an address of any alert, in other capitals', { ...asked, channel: 'EMAIL', value: 'wren@EXAMPLE.org' }, told],
  ['a number of that alert', asked, { ...stopped, canUndo: true }],
] as const)('finds the suppression of %s', (_what, question, { message, canUndo }) => {
  expect(suppressionFor({ suppressions: [told], stoppedAlerts: [stopped] }, question)).toEqual({ message, canUndo })
})

it('finds nothing if only verification requests are suppressed: alerts reach the address', () => {
  const requests = { ...told, reason: 'complaint', stopsAlerts: false } as const
  const question = { ...asked, channel: 'EMAIL', value: told.target } as const
  expect(suppressionFor({ suppressions: [requests], stoppedAlerts: [] }, question)).toBeUndefined()
})

it.each([
  ['another address', { ...asked, channel: 'EMAIL', value: 'lark@example.org' }],
  ['the same number in another alert', { ...asked, alertId: 4 }],
  ['an address whose id is that of the number', { ...asked, channel: 'EMAIL' }],
] as const)('finds nothing for %s', (_what, question) => {
  expect(suppressionFor({ suppressions: [told], stoppedAlerts: [stopped] }, question)).toBeUndefined()
})
