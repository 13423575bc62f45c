import i18next, { t } from 'i18next'

/** A text, with its language tag if it differs from the page's. */
export type LocalizedText = string | { text: string; lang: string }

/** The keys of the texts in spoken-texts.ts. */
export type LocalizedKey = 'header.greeting' | 'header.logOut' | 'logout.question' | 'logout.yes' | 'logout.no'

/** True if the text exists in that language, which is not English. */
const isLocalized = (key: LocalizedKey, lang: string) =>
  lang !== 'en' && i18next.getResource(lang, 'translation', key) !== undefined

/** Such a text, in the reader's language if it exists. */
export function getLocalizedText(key: LocalizedKey, values: { name?: string } = {}): LocalizedText {
  const lang = i18next.language
  const text = t(key, { name: '', ...values })
  return isLocalized(key, lang) ? { text, lang } : text
}

/** The question before logging out, with Yes and No: all in the reader's language, or all in English. */
export function getLogOutQuestion(): { title: LocalizedText; yes: LocalizedText; no: LocalizedText } {
  const keys = { title: 'logout.question', yes: 'logout.yes', no: 'logout.no' } as const
  const lang = Object.values(keys).every((key) => isLocalized(key, i18next.language)) ? i18next.language : 'en'
  const say = (key: (typeof keys)[keyof typeof keys]): LocalizedText => {
    const text = t(key, { lng: lang })
    return lang === 'en' ? text : { text, lang }
  }
  return { title: say(keys.title), yes: say(keys.yes), no: say(keys.no) }
}
