import type { Language } from '#shared/contract/languages.ts'
import { createStore } from '../store.ts'

/**
 * The language chosen on the login page in this visit, which a registration that begins there takes along. '' if none
 * was chosen: then a login leaves the account's stored language unchanged.
 */
export const languageChoice = createStore<Language | ''>('')
