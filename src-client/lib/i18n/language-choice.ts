import type { Language } from '#shared/contract/languages.ts'
import { createStore } from '../store.ts'

/**
 * The language chosen on the login page in this visit; a registration that begins there takes it along. '' while none
 * was: logging in then leaves an account's stored language as it is.
 */
export const languageChoice = createStore<Language | ''>('')
