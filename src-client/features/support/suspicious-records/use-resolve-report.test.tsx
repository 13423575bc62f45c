// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { createTRPCClient } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient, trpc } from '#client/lib/api/trpc.ts'
import { startTexts } from '#client/lib/i18n/i18n.ts'
import type { SuspiciousReport } from '#server/features/support/suspicious-reports.ts'
import type { AppRouter } from '#server/routers/router.ts'
import { useResolveReport } from './use-resolve-report.ts'

beforeAll(startTexts)
afterEach(cleanup)

test('each of several reports that are resolved together is busy until its own answer', async () => {
  const answers = new Map<number, () => void>()
  const client = createTRPCClient<AppRouter>({
    links: [
      () =>
        ({ op }) =>
          observable((observer) => {
            answers.set((op.input as { noticeId: number }).noticeId, () => {
              observer.next({ result: { data: { ok: true, content: null } } } as never)
              observer.complete()
            })
          }),
    ],
  })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  )
  const { result } = renderHook(useResolveReport, { wrapper })
  const pendingNoticeIds = () => result.current.pendingNoticeIds
  const mark = (noticeId: number) =>
    act(() => void result.current.set({ noticeId, owner: null, target: 'x@example.org' } as SuspiciousReport, true))
  mark(1)
  mark(2)
  expect(pendingNoticeIds()).toEqual([1, 2])
  await waitFor(() => expect([...answers.keys()]).toEqual([1, 2]))
  answers.get(2)?.()
  await waitFor(() => expect(pendingNoticeIds()).toEqual([1]))
  answers.get(1)?.()
  await waitFor(() => expect(pendingNoticeIds()).toEqual([]))
})
