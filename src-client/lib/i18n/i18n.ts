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
import { followLanguages, noteLanguage } from './mark-languages.ts'
import { spoken } from './spoken-texts.ts'

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

/** Starts with the texts of the shell and the login page. English is the fall-back of every text that a language lacks. */
export function startTexts(): void {
  use(initReactI18next)
  use(noteLanguage)
  void init({
    lng: 'en',
    fallbackLng: 'en',
    initAsync: false,
    resources: { en: { translation: enShell }, ...spokenTexts() },
    postProcess: [noteLanguage.name],
    postProcessPassResolved: true,
    // React escapes already.
    interpolation: { escapeValue: false },
  })
}

/** What each language has of the texts that come in the reader's own, where the catalogue has them. */
function spokenTexts() {
  const placed = languageCodes.map((code) => {
    const { greeting, logOut, logOutQuestion, yes, no } = spoken[code] ?? {}
    const translation = { header: { greeting, logOut }, logout: { question: logOutQuestion, yes, no } }
    return [languages[code].tag, { translation: withoutAbsent(translation) }] as const
  })
  return Object.fromEntries(placed.filter(([tag]) => tag !== languages.ENGLISH.tag))
}

/** An absent text must not be there as undefined, or it would not fall back to English. */
const withoutAbsent = (texts: object) => JSON.parse(JSON.stringify(texts)) as Record<string, Record<string, string>>

let wanted: Language = 'ENGLISH'

/** From now on texts come in this language, as far as it has them: ours, and over them those that the county supplies. */
export async function speak(language: Language): Promise<void> {
  wanted = language
  const { tag } = languages[language]
  if (tag === i18next.language) return
  const county = language === 'ENGLISH' ? {} : await countyTexts(tag)
  if (Object.keys(county).length > 0) {
    i18next.addResourceBundle(tag, 'translation', county, true, true)
    followLanguages()
  }
  // Another language may have been wanted while the texts were on their way.
  if (wanted === language) await changeLanguage(tag)
}

/** Adds the texts of all other pages. They come with the first page that needs them (app/routes.ts). */
export async function loadPageTexts(): Promise<void> {
  const [{ enPages }, { enAccount }, { enLists }, { enAlertHelp }] = await Promise.all([
    import('./en/pages.ts'),
    import('./en/account.ts'),
    import('./en/lists.ts'),
    import('./en/alert-help.ts'),
  ])
  i18next.addResourceBundle('en', 'translation', { ...enPages, ...enAccount, ...enLists, ...enAlertHelp })
}

/** Adds the texts of codes and of the password asked for again; they come with the first dialog that needs them. */
export async function loadCodeTexts(): Promise<void> {
  i18next.addResourceBundle('en', 'translation', (await import('./en/codes.ts')).enCodes)
}

/** Adds the texts of the control panel; they come with its first page. */
export async function loadPanelTexts(): Promise<void> {
  i18next.addResourceBundle('en', 'translation', (await import('./en/panel.ts')).enPanel)
}

/** A catalogue text outside React. */
export const text = t
