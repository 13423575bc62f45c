import i18next from 'i18next'
import { languageCodes, languages } from '#shared/contract/languages.ts'
import { spokenTexts } from '#shared/texts/spoken-texts.ts'

/** A missing text must be absent, not undefined, or English would not replace it. */
const withoutAbsent = (texts: object) => JSON.parse(JSON.stringify(texts)) as Record<string, Record<string, string>>

/** Adds the texts of spoken-texts.ts under their catalog keys, with the first page of a logged-in reader. */
export function addSpokenTexts(): void {
  for (const code of languageCodes) {
    const { greeting, logOut, logOutQuestion, yes, no } = spokenTexts[code] ?? {}
    const texts = { header: { greeting, logOut }, logout: { question: logOutQuestion, yes, no } }
    // The county's own texts win, also if they came first.
    if (code !== 'ENGLISH') i18next.addResourceBundle(languages[code].tag, 'translation', withoutAbsent(texts), true)
  }
}
