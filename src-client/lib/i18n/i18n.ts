import { init, t, use } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { en } from './en.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en }
    returnNull: false
  }
}

/** Loads the catalogue. English is the fall-back of every text that a language lacks. */
export function startTexts(): void {
  use(initReactI18next)
  void init({
    lng: 'en',
    fallbackLng: 'en',
    initAsync: false,
    resources: { en: { translation: en } },
    // React escapes already.
    interpolation: { escapeValue: false },
  })
}

/** A catalogue text outside React. */
export const text = t
