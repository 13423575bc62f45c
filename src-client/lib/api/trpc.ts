import { keepPreviousData, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createTRPCReact, getQueryKey } from '@trpc/react-query'
import type { AppRouter } from '#server/router.ts'
import { askedFor, messageOf, statusOf, wantsLogin } from './errors.ts'
import { goToLogin } from '../navigation.ts'
import { showMessage } from '../dialogs/prompts.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `handled`: the screen shows this error itself, or is told to stay silent. */
    mutationMeta: { handled?: boolean }
    queryMeta: { handled?: boolean }
  }
}

/** Asks the server and keeps its answers, for the pages behind the login page. */
export const trpc = createTRPCReact<AppRouter>()

/** How a list is read: anew each time, while the page before stands; the screen itself shows what goes wrong. */
export const listOptions = { placeholderData: keepPreviousData, staleTime: 0, meta: { handled: true } } as const

/** The one place for errors: 403 leads to the login page, an act's message shows as a WARNING. */
function handle(error: unknown, showIt: boolean, handled: boolean | undefined): void {
  // The guard of the pages then shows how to set up an authenticator app (app/session-guard.tsx).
  if (askedFor(error) === 'setUpCode')
    void queryClient.invalidateQueries({ queryKey: getQueryKey(trpc.currentUser.loginStatus) })
  // The reader was asked for the password and gave up: nothing was done, and they know it.
  if (handled || askedFor(error) === 'password') return
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
