import i18next, { changeLanguage, init, t, use } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Language, languageCodes, languages } from '#shared/contract/languages.ts'
import { countyTexts } from './county-texts.ts'
import type { enAccount } from './en/account.ts'
import type { enCodes } from './en/codes.ts'
import type { enAlertHelp } from './en/alert-help.ts'
import type { enLists } from './en/lists.ts'
import type { enPages } from './en/pages.ts'
import type { enPanel } from './en/panel.ts'
import { enShell } from './en/shell.ts'
import { startLanguageMarks, noteLanguage } from './mark-languages.ts'
import { spokenTexts } from './spoken-texts.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: {
      translation: typeof enShell &
        typeof enPages &
        typeof enAccount &
        typeof enAlertHelp &
        typeof enLists &
        typeof enCodes &
        typeof enPanel
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
    resources: { en: { translation: enShell }, ...spokenResources() },
    postProcess: [noteLanguage.name],
    postProcessPassResolved: true,
    // React escapes values itself.
    interpolation: { escapeValue: false },
  })
}

/** The texts of spoken-texts.ts under their catalog keys, by language. */
function spokenResources() {
  const placed = languageCodes.map((code) => {
    const { greeting, logOut, logOutQuestion, yes, no } = spokenTexts[code] ?? {}
    const translation = { header: { greeting, logOut }, logout: { question: logOutQuestion, yes, no } }
    return [languages[code].tag, { translation: withoutAbsent(translation) }] as const
  })
  return Object.fromEntries(placed.filter(([tag]) => tag !== languages.ENGLISH.tag))
}

/** A missing text must be absent, not undefined, or English would not replace it. */
const withoutAbsent = (texts: object) => JSON.parse(JSON.stringify(texts)) as Record<string, Record<string, string>>

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
export async function loadPageTexts(): Promise<void> {
  const [{ enPages }, { enAccount }, { enLists }, { enAlertHelp }] = await Promise.all([
    import('./en/pages.ts'),
    import('./en/account.ts'),
    import('./en/lists.ts'),
    import('./en/alert-help.ts'),
  ])
  // Deep, since the shell has the start of the group `list`.
  i18next.addResourceBundle('en', 'translation', { ...enPages, ...enAccount, ...enLists, ...enAlertHelp }, true)
}

/** Adds the texts of codes and password confirmation, with the first dialog that needs them. */
export async function loadCodeTexts(): Promise<void> {
  i18next.addResourceBundle('en', 'translation', (await import('./en/codes.ts')).enCodes)
}

/** Adds the texts of the control panel, with its first page. */
export async function loadPanelTexts(): Promise<void> {
  i18next.addResourceBundle('en', 'translation', (await import('./en/panel.ts')).enPanel)
}

/** A catalog text outside React. */
export const text = t
