// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { createTRPCClient, TRPCClientError } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient, trpc } from '#client/lib/api/trpc.ts'
import { prompts } from '#client/lib/dialogs/prompts.ts'
import { startTexts } from '#client/lib/i18n/i18n.ts'
import type { AppRouter } from '#server/routers/router.ts'
import { useResend } from './use-resend.ts'

beforeAll(startTexts)
afterEach(() => {
  cleanup()
  prompts.set([])
})

const refusal = (httpStatus: number, message: string) =>
  TRPCClientError.from<AppRouter>({ error: { code: -32_600, message, data: { httpStatus } } } as never)

/** Resends once, with a server that fails in this way. */
async function failWith(error: TRPCClientError<AppRouter>): Promise<void> {
  const client = createTRPCClient<AppRouter>({ links: [() => () => observable(({ error: fail }) => fail(error))] })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  )
  const { result } = renderHook(useResend, { wrapper })
  act(() => result.current.onResend('EMAIL', 7))
  await waitFor(() => expect(queryClient.getMutationCache().getAll().at(-1)?.state.status).toBe('error'))
}

test.each<[string, TRPCClientError<AppRouter>, string[]]>([
  ['a refusal is shown', refusal(400, 'Too many today.'), ['Too many today.']],
  ['a call that failed is not', refusal(500, 'An unexpected error has occurred'), []],
  ['nor one that never arrived', TRPCClientError.from<AppRouter>(new Error('Failed to fetch')), []],
])('%s', async (_what, error, shown) => {
  await failWith(error)
  expect(prompts.get().map((prompt) => ('text' in prompt ? prompt.text : prompt))).toEqual(shown)
})
