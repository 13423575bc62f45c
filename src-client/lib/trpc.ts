import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createTRPCReact } from '@trpc/react-query'
import type { AppRouter } from '#server/router.ts'
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

/** Asks the server and keeps its answers, for the pages behind the login page. */
export const trpc = createTRPCReact<AppRouter>()

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
