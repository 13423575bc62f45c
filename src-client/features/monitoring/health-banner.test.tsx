// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadPageTexts, loadPanelTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { HealthBanner } from './health-banner.tsx'
import type { Figures } from './use-monitoring.ts'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
  await loadPanelTexts()
})
afterEach(cleanup)

it.each([
  [
    { needsSetUp: false, hasRefused: false },
    /^Check that this server can reach the provider.* to send each message for 24 hours\.$/,
  ],
  [{ needsSetUp: true, hasRefused: false }, /^The provider answered, but it does not accept us\./],
  [
    { needsSetUp: false, hasRefused: true },
    /^The provider refused some of our messages\..* resend them\. .* all others for 24 hours\.$/,
  ],
  [{ needsSetUp: true, hasRefused: true }, /^The provider refused some of our messages\./],
])('says what to do about a failing provider with %j', (state, expected) => {
  const figures = {
    processes: [{ kind: 'worker', seenSeconds: 1 }],
    providers: [{ channel: 'EMAIL', failedInARow: 3, failingSeconds: 40, answeredSeconds: 5, answer: 'No.', ...state }],
    feeds: [],
    database: { oldestTransactionSeconds: 0 },
    audit: { unchainedSeconds: 0 },
    oldestUnsentSeconds: 0,
  } as unknown as Figures
  render(<HealthBanner figures={figures} />)
  expect(screen.getByText(expected)).toBeTruthy()
})
