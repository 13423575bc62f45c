import i18next, { changeLanguage, init, t, use } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Language, languages } from '#shared/contract/languages.ts'
import type { documentTypeTexts } from '#shared/domain/notice/document-types.ts'
import type { enCodes } from '#shared/texts/en/codes.ts'
import type { enPageTexts } from '#shared/texts/en/page-texts.ts'
import type { enPanel } from '#shared/texts/en/panel.ts'
import { enShell } from '#shared/texts/en/shell.ts'
import { countyTexts } from './county-texts.ts'
import { startLanguageMarks, noteLanguage } from './mark-languages.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: {
      // A county may translate the document types; their English comes with the record (document-type-line.tsx).
      translation: typeof enShell &
        typeof enPageTexts &
        typeof enCodes &
        typeof enPanel & { documentTypes: typeof documentTypeTexts }
    }
    returnNull: false
  }
}

/** Initializes i18n with the texts of the shell and the login page. English is the fallback for any missing text. */
export function startTexts(): void {
  use(initReactI18next)
  use(noteLanguage)
  void init({
    lng: 'en',
    fallbackLng: 'en',
    initAsync: false,
    resources: { en: { translation: enShell } },
    postProcess: [noteLanguage.name],
    postProcessPassResolved: true,
    // React escapes values itself.
    interpolation: { escapeValue: false },
  })
}

let wanted: Language = 'ENGLISH'

/** Switches to a language: the built-in texts, overridden by the county's own translation. */
export async function setLanguage(language: Language): Promise<void> {
  wanted = language
  const { tag } = languages[language]
  if (tag === i18next.language) return
  const county = language === 'ENGLISH' ? {} : await countyTexts(tag)
  if (Object.keys(county).length > 0) {
    i18next.addResourceBundle(tag, 'translation', county, true, true)
    startLanguageMarks()
  }
  // The reader may have chosen another language while the texts were loading.
  if (wanted === language) await changeLanguage(tag)
}

/** Adds the texts of all other pages, with the first page that needs them (app/routes.ts). */
export function addPageTexts(texts: typeof enPageTexts): void {
  // Deep, since the shell has the start of the group `list`.
  i18next.addResourceBundle('en', 'translation', texts, true)
}

/** Loads and adds them, for parts that are shown without a page. */
export const loadPageTexts = async (): Promise<void> =>
  addPageTexts((await import('#shared/texts/en/page-texts.ts')).enPageTexts)

/** Adds the texts of codes and password confirmation, with the first dialog that needs them. */
export async function loadCodeTexts(): Promise<void> {
  i18next.addResourceBundle('en', 'translation', (await import('#shared/texts/en/codes.ts')).enCodes)
}

/** Adds the texts of the control panel, with its first page. */
export async function loadPanelTexts(): Promise<void> {
  i18next.addResourceBundle('en', 'translation', (await import('#shared/texts/en/panel.ts')).enPanel)
}

/** A catalog text outside React. */
export const text = t
