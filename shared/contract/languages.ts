/** The fourteen display languages, with the `lang` tag of their texts. */
export const languages = {
  BENGALI: { name: 'Bengali', tag: 'bn' },
  CAROLINIAN: { name: 'Carolinian', tag: 'cal' },
  CHAMORRO: { name: 'Chamorro', tag: 'ch' },
  CHINESE: { name: 'Chinese', tag: 'zh' },
  CHUUKESE: { name: 'Chuukese', tag: 'chk' },
  ENGLISH: { name: 'English', tag: 'en' },
  JAPANESE: { name: 'Japanese', tag: 'ja' },
  KOREAN: { name: 'Korean', tag: 'ko' },
  PALAUAN: { name: 'Palauan', tag: 'pau' },
  POHNPEIAN: { name: 'Pohnpeian', tag: 'pon' },
  RUSSIAN: { name: 'Russian', tag: 'ru' },
  TAGALOG: { name: 'Tagalog', tag: 'tl' },
  THAI: { name: 'Thai', tag: 'th' },
  TURKISH: { name: 'Turkish', tag: 'tr' },
} as const
export type Language = keyof typeof languages
export const languageCodes = Object.keys(languages) as [Language, ...Language[]]
export const defaultLanguage: Language = 'ENGLISH'
