// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createTRPCClient } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { queryClient, trpc } from '#client/lib/api/trpc.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { AppRouter } from '#server/routers/router.ts'
import { WeeklyStopped } from './weekly-stopped.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

function show(addresses: string[]) {
  let stopped = addresses
  const client = createTRPCClient<AppRouter>({
    links: [
      () =>
        ({ op }) =>
          observable((observer) => {
            if (op.path === 'userView.weeklyResubscribe') {
              const { target } = op.input as { target: string }
              stopped = stopped.filter((address) => address !== target)
            }
            observer.next({ result: { type: 'data', data: { content: stopped } } })
            observer.complete()
          }),
    ],
  })
  return render(
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <WeeklyStopped />
      </QueryClientProvider>
    </trpc.Provider>,
  )
}

it('says which addresses get no weekly email, and one press sends it again', async () => {
  const { container } = show(['a@example.org', 'b@example.org'])
  fireEvent.click(await screen.findByRole('button', { name: 'Send it again: a@example.org' }))
  await screen.findByText('a@example.org')
  await waitFor(() => expect(container.textContent).toContain('The weekly email goes to a@example.org again.'))
  expect(container.textContent).toContain('You stopped the weekly email to b@example.org.')
  expect(screen.getAllByRole('button')).toHaveLength(1)
  expect(document.activeElement?.textContent).toBe('The weekly email goes to a@example.org again.')
})

it('says nothing where it goes to every address', () => {
  expect(show([]).container.textContent).toBe('')
})
