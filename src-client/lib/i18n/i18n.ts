import i18next, { init, t, use } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { enAccount } from './en-account.ts'
import type { enLists } from './en-lists.ts'
import type { enPages } from './en-pages.ts'
import { enShell } from './en-shell.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof enShell & typeof enPages & typeof enAccount & typeof enLists }
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
  const [{ enPages }, { enAccount }, { enLists }] = await Promise.all([
    import('./en-pages.ts'),
    import('./en-account.ts'),
    import('./en-lists.ts'),
  ])
  i18next.addResourceBundle('en', 'translation', { ...enPages, ...enAccount, ...enLists })
}

/** A catalogue text outside React. */
export const text = t
