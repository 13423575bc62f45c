// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { createTRPCClient } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { queryClient, trpc } from '#client/lib/api/trpc.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { AppRouter } from '#server/routers/router.ts'
import { HistoryLists } from './history-lists.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

function show({ total, stopped }: { total: number; stopped: string[] }) {
  const answered = new Set<string>()
  const client = createTRPCClient<AppRouter>({
    links: [
      () =>
        ({ op }) =>
          observable((observer) => {
            answered.add(op.path)
            const content = op.path === 'userView.weeklyUnsubscribes' ? stopped : { matches: [], total, open: total }
            observer.next({ result: { type: 'data', data: { content } } })
            observer.complete()
          }),
    ],
  })
  render(
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <HistoryLists shown="history" />
      </QueryClientProvider>
    </trpc.Provider>,
  )
  return answered
}

it.each([
  [2, [], 'Maybe about you (2)'],
  // Here she gets the weekly email back.
  [0, ['a@example.org'], 'Maybe about you (0)'],
])('links to the second list with %i records and %j without the weekly email', async (total, stopped, name) => {
  show({ total, stopped })
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe('/home?show=possible')
})

it('is not there while there is nothing in the second list', async () => {
  const answered = show({ total: 0, stopped: [] })
  await waitFor(() => expect([...answered].toSorted()).toEqual(['home.possibleMatches', 'userView.weeklyUnsubscribes']))
  expect(screen.queryByRole('navigation')).toBeNull()
})
