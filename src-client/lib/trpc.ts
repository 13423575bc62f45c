import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { httpBatchLink } from '@trpc/client'
import { createTRPCReact } from '@trpc/react-query'
import type { AppRouter } from '#server/router.ts'
import { markActive } from './activity.ts'
import { messageOf, statusOf, wantsLogin } from './errors.ts'
import { goToLogin } from './navigation.ts'
import { showMessage } from './prompts.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `handled`: the screen shows this error itself, or is told to stay silent. */
    mutationMeta: { handled?: boolean }
    queryMeta: { handled?: boolean }
  }
}

const patience = 30_000
const backgroundHeader = 'x-background'
/** The server's limit too: more calls go in further requests. */
const callsPerRequest = 10

/** Of a call that the page makes by itself: it keeps no session alive (decisions, section 4). */
export const inBackground = { context: { background: true } } as const

export const trpc = createTRPCReact<AppRouter>()

export const trpcClient = trpc.createClient({
  links: [
    httpBatchLink({
      url: '/trpc',
      maxItems: callsPerRequest,
      headers: ({ opList }): Record<string, string> =>
        opList.every((operation) => operation.context.background === true) ? { [backgroundHeader]: '1' } : {},
      fetch: async (input, init) => {
        const limit = AbortSignal.timeout(patience)
        const response = await fetch(input, {
          ...init,
          signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit,
        } as RequestInit)
        if (response.ok && !new Headers(init?.headers as HeadersInit).has(backgroundHeader)) markActive()
        return response
      },
    }),
  ],
})

/** The one place for errors: 403 leads to the login page, an act's message shows as a WARNING. */
function handle(error: unknown, showIt: boolean, handled: boolean | undefined): void {
  if (handled) return
  if (wantsLogin(error)) goToLogin()
  else if (showIt) void showMessage('WARNING', messageOf(error))
}

/** Refusals are final; only what may have been the network's fault is tried again. */
const retry = (failures: number, error: unknown) => failures < 2 && statusOf(error) === undefined

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => handle(error, false, query.meta?.handled) }),
  mutationCache: new MutationCache({
    onError: (error, _input, _context, mutation) => handle(error, true, mutation.meta?.handled),
  }),
  defaultOptions: { queries: { retry, staleTime: 30_000, refetchOnWindowFocus: false } },
})
