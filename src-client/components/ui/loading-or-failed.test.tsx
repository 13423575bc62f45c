import { cleanup, render, screen } from '@testing-library/react'
// @vitest-environment happy-dom
import { TRPCClientError } from '@trpc/client'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { LoadingOrFailed } from './loading-or-failed.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

it("says what could not be loaded, with the server's message", () => {
  const data = { code: 'TOO_MANY_REQUESTS', httpStatus: 429 }
  const error = TRPCClientError.from({ error: { code: -32029, message: 'Too many calls. Wait a minute.', data } })
  const query = { error, isFetching: false, refetch: () => {} }
  render(<LoadingOrFailed query={query} loading="Loading users" lines={3} failed="We could not load the users." />)
  const told = screen.getByRole('alert')
  expect(told.textContent).toContain('We could not load the users.')
  expect(told.textContent).toContain('Too many calls. Wait a minute.')
})
