import { useTranslation } from 'react-i18next'
import { getLocalizedText, type LocalizedKey, type LocalizedText } from './localized-text.ts'

/** A text with its own `lang` if that differs from the page's (decisions, section 12). */
export function LocalizedSpan({ of }: { of: LocalizedText }) {
  return typeof of === 'string' ? of : <span lang={of.lang}>{of.text}</span>
}

/** A text in the reader's language, if it exists; updates with the language. */
export function Translated({ k, name = '' }: { k: LocalizedKey; name?: string }) {
  useTranslation()
  return <LocalizedSpan of={getLocalizedText(k, { name })} />
}
