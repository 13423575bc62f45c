import { keepPreviousData, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createTRPCReact, getQueryKey } from '@trpc/react-query'
import type { AppRouter } from '#server/routers/router.ts'
import { showMessage } from '../dialogs/prompts.ts'
import { goToLogin } from '../navigation.ts'
import { isOnline } from '../online.ts'
import { askedFor, getErrorMessage, getStatus, isTimeout, requiresLogin } from './errors.ts'
import { retryWhenBack } from './retry-when-back.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `handled`: the screen shows this error itself, or must stay silent. */
    mutationMeta: { handled?: boolean }
    queryMeta: { handled?: boolean }
  }
}

/** Calls the server with a cache, for the pages behind the login page. */
export const trpc = createTRPCReact<AppRouter>()

/**
 * The options of a list query: always refetched, with the previous page shown meanwhile. The screen shows its own
 * errors.
 */
export const listOptions = { placeholderData: keepPreviousData, staleTime: 0, meta: { handled: true } } as const

/** The central error handler: a 403 leads to the login page, and the error of an action shows as a WARNING. */
function handle(error: unknown, showIt: boolean, handled: boolean | undefined): void {
  // The guard then shows the setup of an authenticator app (app/session-guard.tsx).
  if (askedFor(error) === 'setUpCode')
    void queryClient.invalidateQueries({ queryKey: getQueryKey(trpc.currentUser.loginStatus) })
  // The reader gave up confirming the password and knows that nothing was done.
  if (handled || askedFor(error) === 'password') return
  if (requiresLogin(error)) goToLogin()
  else if (showIt) void showMessage('WARNING', getErrorMessage(error))
}

/** Rejections are final; only possible network errors are retried, and only those that failed quickly. */
const retry = (failures: number, error: unknown) =>
  failures < 2 && getStatus(error) === undefined && isOnline() && !isTimeout(error)

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => handle(error, false, query.meta?.handled) }),
  mutationCache: new MutationCache({
    onError: (error, _input, _context, mutation) => handle(error, true, mutation.meta?.handled),
  }),
  defaultOptions: {
    // Offline, a call fails immediately and says so. Otherwise it would silently wait for the network.
    queries: { networkMode: 'always', refetchOnReconnect: true, retry, staleTime: 30_000, refetchOnWindowFocus: false },
    mutations: { networkMode: 'always' },
  },
})

retryWhenBack(queryClient)

// Back from one of the server's pages to a page that the browser kept: it lacks what was answered there.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void queryClient.invalidateQueries()
})
