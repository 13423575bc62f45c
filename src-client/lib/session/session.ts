import { defaultLanguage, type Language } from '#shared/contract/languages.ts'
import type { Role } from '#shared/contract/roles.ts'
import { trpcClient } from '../api/client.ts'
import { passwordPrompt } from '../api/confirm-password.ts'
import { dropAllDrafts, dropDraftsOfOthers } from '../drafts.ts'
import { speak, text } from '../i18n/i18n.ts'
import { said } from '../i18n/localized-text.ts'
import { languageChoice } from '../i18n/language-choice.ts'
import { goTo, goToLogin, loginPath } from '../navigation.ts'
import { onOutdated, type Outdated, pageUser } from '../api/page-user.ts'
import { ask, closePrompts, holdWhile, showMessage } from '../dialogs/prompts.ts'
import { loadStartContent } from '../api/start-content.ts'
import { createStore } from '../store.ts'
import { tellTabs } from './tab-sync.ts'
import { toasts } from '../dialogs/toasts.ts'

/** Who is signed in, as far as what surrounds the pages needs it. */
export type Reader = {
  id: number
  name: string
  role: Role
  language: Language
  /** An authenticator app must be set up first: nothing else is open. */
  mustSetUpCode?: true | undefined
}

/** Undefined while nobody is known to be signed in. */
export const reader = createStore<Reader | undefined>(undefined)

/** Takes note of who is signed in, if anybody is. Texts come in their language, else in the one chosen at login. */
export function knowReader(now: Reader | undefined): void {
  reader.set(now)
  pageUser.set(now?.id)
  if (now) dropDraftsOfOthers(now.id)
  void speak((now?.language ?? languageChoice.get()) || defaultLanguage)
}

/** Forgets what the server told a reader; what it tells at the start depends on the reader and is asked for anew. */
export async function forgetReader(): Promise<void> {
  knowReader(undefined)
  const { queryClient } = await import('../api/trpc.ts')
  queryClient.clear()
  void loadStartContent()
}

/** Asks, ends the session, and forgets everything of it: lists, filters and pages too (end-user.md, section 4). */
export async function logOut(): Promise<void> {
  const sure = await ask({
    title: said('logout.question'),
    detail: text('logout.detail'),
    yes: said('logout.yes'),
    no: said('logout.no'),
  })
  if (sure) await logOutNow()
}

/** The same without asking. */
export async function logOutNow(): Promise<void> {
  try {
    await holdWhile(text('logout.pending'), trpcClient.auth.logout.mutate())
  } catch {
    await showMessage('WARNING', text('logout.failed'))
    return
  }
  dropAllDrafts()
  goTo(loginPath)
  await forgetReader()
  tellTabs(null)
}

/**
 * Closes a page whose session is another user's by now, or nobody's, with whatever is open over it. What its user typed
 * stays for them alone; a log-out forgets that too.
 */
function leaveOutdated(why: Outdated): void {
  if (why === 'out') dropAllDrafts()
  goToLogin(why)
  passwordPrompt.get()?.answer(false)
  closePrompts()
  toasts.set([])
  void forgetReader()
}

onOutdated(leaveOutdated)
