import { defaultLanguage, type Language } from '#shared/contract/languages.ts'
import type { Role } from '#shared/contract/roles.ts'
import { trpcClient } from '../api/client.ts'
import { passwordPrompt } from '../api/confirm-password.ts'
import { onOutdated, type Outdated, pageUser } from '../api/page-user.ts'
import { loadStartContent } from '../api/start-content.ts'
import { ask, closePrompts, blockWhile, showMessage } from '../dialogs/prompts.ts'
import { toasts } from '../dialogs/toasts.ts'
import { dropAllDrafts, dropDraftsOfOthers } from '../drafts.ts'
import { setLanguage, text } from '../i18n/i18n.ts'
import { languageChoice } from '../i18n/language-choice.ts'
import { getLogOutQuestion } from '../i18n/localized-text.ts'
import { goTo, goToLogin, loginPath } from '../navigation.ts'
import { createStore } from '../store.ts'
import { notifyTabs } from './tab-sync.ts'

/** The logged-in reader, as far as the layout needs it. */
type Reader = {
  id: number
  name: string
  role: Role
  language: Language
  /** An authenticator app must be set up first; until then nothing else is open. */
  mustSetUpCode?: true | undefined
}

/** Undefined while no one is logged in, as far as is known. */
export const reader = createStore<Reader | undefined>(undefined)

/** Sets who is logged in, if anyone. Texts switch to their language, or else to the one chosen at login. */
export function setReader(now: Reader | undefined): void {
  reader.set(now)
  pageUser.set(now?.id)
  if (now) dropDraftsOfOthers(now.id)
  void setLanguage((now?.language ?? languageChoice.get()) || defaultLanguage)
}

/** Clears everything cached for a reader and reloads the start content, which depends on the reader. */
export async function resetReader(): Promise<void> {
  setReader(undefined)
  const { queryClient } = await import('../api/trpc.ts')
  queryClient.clear()
  void loadStartContent()
}

/** Asks, ends the session, and clears everything that belongs to it, including lists, filters and pages. */
export async function logOut(): Promise<void> {
  const sure = await ask({
    detail: text('logout.detail'),
    ...getLogOutQuestion(),
  })
  if (sure) await logOutNow()
}

/** Logs out without asking. */
export async function logOutNow(): Promise<void> {
  try {
    await blockWhile(text('logout.pending'), trpcClient.auth.logout.mutate())
  } catch {
    await showMessage('WARNING', text('logout.failed'))
    return
  }
  dropAllDrafts()
  goTo(loginPath)
  await resetReader()
  notifyTabs(null)
}

/**
 * Leaves a page whose session has ended or belongs to another user, with everything open over it. Drafts stay for their
 * user alone; a logout drops them too.
 */
function leaveOutdated(why: Outdated): void {
  if (why === 'out') dropAllDrafts()
  goToLogin(why)
  passwordPrompt.get()?.answer(false)
  closePrompts()
  toasts.set([])
  void resetReader()
}

onOutdated(leaveOutdated)
