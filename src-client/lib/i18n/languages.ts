import { languages, type Language } from '#shared/contract/languages.ts'

/** The language's own name, if it differs from the English one. */
const ownNames: Partial<Record<Language, string>> = {
  BENGALI: 'বাংলা',
  CHINESE: '中文',
  JAPANESE: '日本語',
  KOREAN: '한국어',
  RUSSIAN: 'Русский',
  THAI: 'ไทย',
  TURKISH: 'Türkçe',
}

/** A language as listed on the login page, with its own name first. */
export function languageOption(code: Language): { value: Language; label: string; lang: string } {
  const { name, tag } = languages[code]
  const own = ownNames[code]
  return { value: code, label: own ? `${own} (${name})` : name, lang: tag }
}
