// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadPageTexts, loadPanelTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { RecipientName } from './recipient-name.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
  await loadPanelTexts()
})
afterEach(cleanup)

it.each([
  ['one that gets notices', 'A', '', undefined],
  ['one that no alert uses', 'I', '', 'No active alert uses it.'],
  ['one that is stopped, with the word of the user’s page', 'I', 'bounce', 'Suppressed: Messages bounce.'],
] as const)('%s', (_what, status, stopReason, reason) => {
  render(<RecipientName recipient={{ status, stopReason }}>ada@example.org</RecipientName>)
  const badge = screen.queryByRole('button', { name: 'inactive' })
  expect(badge?.title).toBe(reason)
  if (!badge || reason === undefined) return
  expect(screen.getByText(reason).hidden).toBe(true)
  fireEvent.click(badge)
  expect(screen.getByText(reason).hidden).toBe(false)
})
