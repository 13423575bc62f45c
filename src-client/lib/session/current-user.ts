import { trpc } from '../api/trpc.ts'

/**
 * Who is signed in; asked when a protected page opens. The guard in app/ says what a refusal means, so the general
 * handling of errors leaves it alone.
 */
export function useCurrentUser() {
  return trpc.currentUser.loginStatus.useQuery(undefined, { meta: { handled: true } })
}
