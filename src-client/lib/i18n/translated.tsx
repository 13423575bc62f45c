import { useTranslation } from 'react-i18next'
import { getLocalizedText, type LocalizedKey, type LocalizedText } from './localized-text.ts'

/** A text with its own `lang` if that differs from the page's. */
export function LocalizedSpan({ text }: { text: LocalizedText }) {
  return typeof text === 'string' ? text : <span lang={text.lang}>{text.text}</span>
}

/** A text in the reader's language, if it exists; updates with the language. */
export function Translated({ textKey, name = '' }: { textKey: LocalizedKey; name?: string }) {
  useTranslation()
  return <LocalizedSpan text={getLocalizedText(textKey, { name })} />
}
