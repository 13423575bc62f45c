import i18next, { t } from 'i18next'

/** A text, with its language tag if it differs from the page's. */
export type LocalizedText = string | { text: string; lang: string }

/** The keys of the texts in spoken-texts.ts. */
export type LocalizedKey = 'header.greeting' | 'header.logOut' | 'logout.question' | 'logout.yes' | 'logout.no'

/** Such a text, in the reader's language if it exists. */
export function getLocalizedText(key: LocalizedKey, values: { name?: string } = {}): LocalizedText {
  const lang = i18next.language
  const text = t(key, { name: '', ...values })
  const own = lang !== 'en' && i18next.getResource(lang, 'translation', key) !== undefined
  return own ? { text, lang } : text
}
