import { useTranslation } from 'react-i18next'

type TranslatedKey = 'header.greeting' | 'header.logOut' | 'logout.question'

/**
 * A text that may come in the reader's language. Where it does it carries its own `lang`, since the page round it
 * stays English (decisions, section 12).
 */
export function Translated({ k, name = '' }: { k: TranslatedKey; name?: string }) {
  const { t, i18n } = useTranslation()
  const shown = t(k, { name })
  const translated = i18n.language !== 'en' && i18n.getResource(i18n.language, 'translation', k) !== undefined
  return translated ? <span lang={i18n.language}>{shown}</span> : shown
}
