// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { AlertView } from '#shared/contract/alert-view.ts'
import { AlertStatus } from './alert-status.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

it.each([
  ['a pause says until when', 'I', '12/31/2099', 'Inactive', 1],
  ['an alert that is off does not', 'I', '', 'Inactive', 0],
  ['nor does one that waits for its addresses', 'P', '', 'Pending', 0],
] as const)('%s', (_what, statusType, pausedUntil, word, told) => {
  render(<AlertStatus alert={{ statusType, pausedUntil } as AlertView} />)
  expect(screen.getByText(word)).toBeTruthy()
  expect(screen.queryAllByText('Paused until 12/31/2099')).toHaveLength(told)
})

it('shows why an active alert sends nothing if all of its addresses are suppressed', () => {
  render(<AlertStatus alert={{ statusType: 'A', pausedUntil: '', nothingSent: true } as AlertView} />)
  expect(screen.getByText('Not sending')).toBeTruthy()
  expect(screen.getByText('Active, but not sending: messages to every address are stopped.')).toBeTruthy()
  expect(screen.queryByText('Active')).toBeNull()
})
