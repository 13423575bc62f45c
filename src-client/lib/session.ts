import { text } from './i18n/i18n.ts'
import { goTo, loginPath } from './navigation.ts'
import { ask, showMessage } from './prompts.ts'
import { queryClient, trpc, trpcClient } from './trpc.ts'

/**
 * Who is signed in; asked when a protected page opens. The guard in app/ says what a refusal means, so the general
 * handling of errors leaves it alone.
 */
export function useCurrentUser(enabled: boolean) {
  return trpc.currentUser.loginStatus.useQuery(undefined, { enabled, meta: { handled: true } })
}

/** Asks, ends the session, and forgets everything of it: lists, filters and pages too (end-user.md, section 4). */
export async function logOut(): Promise<void> {
  const sure = await ask({
    title: text('logout.question'),
    detail: text('logout.detail'),
    yes: text('logout.yes'),
  })
  if (!sure) return
  try {
    await trpcClient.auth.logout.mutate()
  } catch {
    await showMessage('WARNING', text('logout.failed'))
    return
  }
  goTo(loginPath)
  queryClient.clear()
}
