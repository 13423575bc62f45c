// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { createTRPCClient } from '@trpc/client'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { queryClient, trpc } from '#client/lib/api/trpc.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { AppRouter } from '#server/routers/router.ts'
import { FilterCard } from './filter-card.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

it.each([
  ['are closed above a short list', 10, false, false],
  ['are open above a long list', 11, false, true],
  ['stay open when they leave a short list', 1, true, true],
])('the filters %s', (_what, total, filtered, isOpen) => {
  const filter = { find: '', status: 'ALL', email: undefined, phone: undefined } as const
  const state = { filter, filtered, set: () => {}, clear: () => {} }
  const { container } = render(
    <trpc.Provider client={createTRPCClient<AppRouter>({ links: [] })} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <FilterCard state={state as never} userId={1} findHelp="" total={total} />
      </QueryClientProvider>
    </trpc.Provider>,
  )
  expect(container.querySelector('details')?.open).toBe(isOpen)
})
