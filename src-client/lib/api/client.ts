import { createTRPCClient, httpBatchLink, type Operation, splitLink } from '@trpc/client'
import type { AppRouter } from '#server/routers/router.ts'
import { markActive } from '../activity.ts'
import { endInTime } from './answer-time.ts'
import { readLockoutVersion } from './lockout-version.ts'
import { pageUserLink } from './page-user-link.ts'
import { pageUserHeaders } from './page-user.ts'
import { passwordLink } from './password-link.ts'

const backgroundHeader = 'x-background'
/** The same limit as on the server: more calls go in further requests. */
const callsPerRequest = 10

/** Marks a call that the page makes automatically, which keeps no session alive. */
export const inBackground = { context: { background: true } } as const

/** A proxy may answer anything in the server's place: then only its status counts (errors.ts). */
function ofOurs(response: Response): Response {
  if (response.headers.get('content-type')?.includes('json')) return response
  return Response.json({}, { status: response.status, statusText: response.statusText })
}

/** The headers of a request, whose calls all come from one page. */
function headersFor(calls: Operation[]): Record<string, string> {
  const [first] = calls
  return {
    ...pageUserHeaders(first?.context.pageUser as number | undefined, first?.type === 'mutation'),
    ...(calls.every(({ context }) => context.background === true) ? { [backgroundHeader]: '1' } : {}),
  }
}

/**
 * They load with the page: index.html and the server's Link header (src-server/http/client-files.ts) name their
 * addresses. A posted call would not find that answer.
 */
const preloaded: readonly Operation['path'][] = ['helperdata.landnotification', 'currentUser.loginStatus']

/**
 * Reads are also posted: what a resident watches and what staff search must not be in an address, which proxies log and
 * browsers keep.
 */
const linkWith = (options: { methodOverride?: 'POST' }) =>
  httpBatchLink<AppRouter>({
    url: '/trpc',
    maxItems: callsPerRequest,
    headers: ({ opList }) => headersFor(opList),
    fetch: async (input, init) => {
      const response = await fetch(input, { ...init, signal: endInTime(init?.signal) } as RequestInit)
      readLockoutVersion(response)
      if (response.ok && !new Headers(init?.headers as HeadersInit).has(backgroundHeader)) markActive()
      return ofOurs(response)
    },
    ...options,
  })

/** Calls the server directly, as the login page needs it. The pages behind it use trpc.ts. */
export const trpcClient = createTRPCClient<AppRouter>({
  links: [
    pageUserLink,
    passwordLink,
    splitLink({
      condition: ({ path }) => preloaded.includes(path),
      true: linkWith({}),
      false: linkWith({ methodOverride: 'POST' }),
    }),
  ],
})
