import i18next, { t } from 'i18next'

/** A text, with the tag of its language where that is not the page's. */
export type Said = string | { text: string; lang: string }

/** The texts that come in the reader's language, where it has them (spoken.ts). */
export type OwnKey = 'header.greeting' | 'header.logOut' | 'logout.question' | 'logout.yes' | 'logout.no'

/** One of those texts, and which language it turned out to be in. */
export function said(key: OwnKey, values: { name?: string } = {}): Said {
  const lang = i18next.language
  const text = t(key, { name: '', ...values })
  const own = lang !== 'en' && i18next.getResource(lang, 'translation', key) !== undefined
  return own ? { text, lang } : text
}
