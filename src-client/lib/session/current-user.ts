import { trpc } from '../api/trpc.ts'

/**
 * Who is logged in, requested when a protected page opens. The guard in app/ handles its errors, so the general error
 * handler leaves it alone.
 */
export function useCurrentUser() {
  return trpc.currentUser.loginStatus.useQuery(undefined, { meta: { handled: true } })
}
