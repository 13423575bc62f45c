import { useTranslation } from 'react-i18next'
import { said, type OwnKey, type Said } from './localized-text.ts'

/** A text that carries its own `lang` where it is not in the page's language (decisions, section 12). */
export function Words({ of }: { of: Said }) {
  return typeof of === 'string' ? of : <span lang={of.lang}>{of.text}</span>
}

/** A text in the reader's language where it has one; it follows a change of language. */
export function Translated({ k, name = '' }: { k: OwnKey; name?: string }) {
  useTranslation()
  return <Words of={said(k, { name })} />
}
