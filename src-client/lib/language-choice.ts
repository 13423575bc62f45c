import { defaultLanguage, type Language } from '#shared/contract/languages.ts'
import { createStore } from './store.ts'

/** The language chosen on the login page; a registration that begins there takes it along. */
export const languageChoice = createStore<Language>(defaultLanguage)
