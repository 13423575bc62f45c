import { defaultLanguage, type Language, languages } from '#shared/contract/languages.ts'
import { english, type Words } from './en.ts'

/** Languages with words of their own; every other reads English, and its messages say so in `lang`. */
const catalogue: Partial<Record<Language, Words>> = { [defaultLanguage]: english }

/** The words of a user's language, with the tag of the language they really are in. */
export function wordsOf(language: string): { words: Words; lang: string } {
  const words = catalogue[language as Language]
  return words
    ? { words, lang: languages[language as Language].tag }
    : { words: english, lang: languages[defaultLanguage].tag }
}
