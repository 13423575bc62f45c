import { defaultLanguage, type Language } from '#shared/contract/languages.ts'
import type { Role } from '#shared/contract/roles.ts'
import { trpcClient } from './client.ts'
import { dropAllDrafts } from './drafts.ts'
import { speak, text } from './i18n/i18n.ts'
import { said } from './i18n/said.ts'
import { languageChoice } from './language-choice.ts'
import { goTo, loginPath } from './navigation.ts'
import { ask, holdWhile, showMessage } from './prompts.ts'
import { loadStartContent } from './start-content.ts'
import { createStore } from './store.ts'

/** Who is signed in, as far as what surrounds the pages needs it. */
export type Reader = {
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
  void speak((now?.language ?? languageChoice.get()) || defaultLanguage)
}

/** Forgets what the server told a reader; what it tells at the start depends on the reader and is asked for anew. */
export async function forgetReader(): Promise<void> {
  knowReader(undefined)
  const { queryClient } = await import('./trpc.ts')
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
}
