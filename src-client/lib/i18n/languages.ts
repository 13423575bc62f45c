import { languages, type Language } from '#shared/contract/languages.ts'

/** What speakers call their language, where it is not the English name too. */
const ownNames: Partial<Record<Language, string>> = {
  BENGALI: 'বাংলা',
  CHINESE: '中文',
  JAPANESE: '日本語',
  KOREAN: '한국어',
  RUSSIAN: 'Русский',
  THAI: 'ไทย',
  TURKISH: 'Türkçe',
}

/** A language as the login page lists it: the own name first, for those who look for it. */
export function languageOption(code: Language): { value: Language; label: string; lang: string } {
  const { name, tag } = languages[code]
  const own = ownNames[code]
  return { value: code, label: own ? `${own} (${name})` : name, lang: tag }
}
