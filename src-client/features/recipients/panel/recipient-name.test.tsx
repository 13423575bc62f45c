// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
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
  ['one that gets notices', 'A', '', 'ada@example.org'],
  ['one that no alert uses', 'I', '', 'ada@example.orginactiveNo active alert uses it.'],
  [
    'one that is stopped, with the word of the user’s page',
    'I',
    'bounce',
    'ada@example.orginactiveSuppressed: Messages bounce.',
  ],
] as const)('%s', (_what, status, stopReason, said) => {
  const { container } = render(<RecipientName recipient={{ status, stopReason }}>ada@example.org</RecipientName>)
  expect(container.textContent).toBe(said)
})
