import { dropAllDrafts } from './drafts.ts'
import { text } from './i18n/i18n.ts'
import { goTo, loginPath } from './navigation.ts'
import { ask, showMessage } from './prompts.ts'
import { queryClient, trpc, trpcClient } from './trpc.ts'

/** Where the county's start content lies among the queries. */
const startPath = ['helperdata', 'landnotification']

/**
 * Who is signed in; asked when a protected page opens. The guard in app/ says what a refusal means, so the general
 * handling of errors leaves it alone.
 */
export function useCurrentUser(enabled: boolean) {
  return trpc.currentUser.loginStatus.useQuery(undefined, { enabled, meta: { handled: true } })
}

/** Forgets what the server told a reader: all but the county's start content, which is asked for anew. */
export async function forgetReader(): Promise<void> {
  queryClient.removeQueries({ predicate: ({ queryKey }) => JSON.stringify(queryKey[0]) !== JSON.stringify(startPath) })
  await queryClient.invalidateQueries({ queryKey: [startPath] })
}

/** Asks, ends the session, and forgets everything of it: lists, filters and pages too (end-user.md, section 4). */
export async function logOut(): Promise<void> {
  const sure = await ask({
    title: text('logout.question'),
    detail: text('logout.detail'),
    yes: text('logout.yes'),
  })
  if (sure) await logOutNow()
}

/** The same without asking. */
export async function logOutNow(): Promise<void> {
  try {
    await trpcClient.auth.logout.mutate()
  } catch {
    await showMessage('WARNING', text('logout.failed'))
    return
  }
  dropAllDrafts()
  goTo(loginPath)
  void forgetReader()
}
