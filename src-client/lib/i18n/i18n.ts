import i18next, { init, t, use } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { enPages } from './en-pages.ts'
import { enShell } from './en-shell.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof enShell & typeof enPages }
    returnNull: false
  }
}

/** Starts with the texts of the shell and the login page. English is the fall-back of every text that a language lacks. */
export function startTexts(): void {
  use(initReactI18next)
  void init({
    lng: 'en',
    fallbackLng: 'en',
    initAsync: false,
    resources: { en: { translation: enShell } },
    // React escapes already.
    interpolation: { escapeValue: false },
  })
}

/** Adds the texts of all other pages. They come with the first page that needs them (app/routes.ts). */
export async function loadPageTexts(): Promise<void> {
  const { enPages } = await import('./en-pages.ts')
  i18next.addResourceBundle('en', 'translation', enPages)
}

/** A catalogue text outside React. */
export const text = t
