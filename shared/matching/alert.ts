import { alertWordKeys } from '#shared/matching/all-words.ts'
import { type Business, matchText, readBusiness } from '#shared/matching/business.ts'
import { alertTexts } from './truncated-name.ts'
import { alertPersonKeys } from '#shared/matching/keys.ts'
import { fold, keyOf, normalise } from './normalize.ts'
import { keepNames, readWords } from './name-parts.ts'
import { alertParcelKeys, type ReadParcel, readParcel } from '#shared/matching/parcel.ts'
import { people, type Person } from '#shared/matching/person.ts'
import type { ParcelMask, Watched } from '#shared/matching/types.ts'

/** An alert, read and normalised once. Opaque to callers. */
export type ReadAlert = {
  watched: Watched
  /** What is watched as it was written, for the notice. */
  raw: string
  people: Person[]
  businesses: Business[]
  /** The distinct words a record must contain, for 'contains all words'. */
  words: string[]
  parcel: ReadParcel | null
  texts: string[]
}

const unlisted = new Set(['AND', 'OF', 'THE'])

/** Reads what an alert watches (decisions, section 6). Never throws; text without a letter or digit matches nothing. */
export function readAlert(watched: Watched, mask: ParcelMask): ReadAlert {
  const nothing = { watched, people: [], businesses: [], words: [], parcel: null, texts: [] }
  switch (watched.alertType) {
    case 'NAME': {
      const { firstName, lastName } = watched
      const read = readName(firstName, lastName)
      const texts = nameTexts(firstName, lastName, read)
      return { ...nothing, raw: `${firstName.trim()} ${lastName.trim()}`.trim(), people: read, texts }
    }
    case 'BUSINESS': {
      const folded = fold(watched.businessName.trim())
      const businesses = readBusiness(folded)
      const words = [...new Set(businesses[0]?.words)].filter((word) => !unlisted.has(word))
      const text = matchText(folded)
      return { ...nothing, raw: watched.businessName.trim(), businesses, words, texts: text === '' ? [] : [text] }
    }
    case 'PARCEL_ID':
      return { ...nothing, raw: watched.parcelId.trim(), parcel: readParcel(watched.parcelId, mask, false) }
  }
}

/** An alert's name is never split; dropped words and quotes are read as in a record. */
function readName(firstName: string, lastName: string): Person[] {
  const first = readWords(fold(firstName).replace(brackets, '"').replaceAll(',', ' '))
  const last = readWords(fold(lastName).replaceAll(',', ' '))
  const surname = last.words.length > 0 ? last.words : last.all
  const given = first.words.length > 0 ? first.words : first.all
  const read = people(surname, given, first.further, 'LAST_FIRST', 'alert')
  const kept = keepNames(first.all)
  return kept && kept.length > given.length
    ? [...read, ...people(surname, kept, first.further, 'LAST_FIRST', 'alert')]
    : read
}

const brackets = /[()]/g

/** The texts of every reading; of a name that cannot be read, the words in both orders. */
function nameTexts(firstName: string, lastName: string, read: Person[]): string[] {
  if (read.length > 0) return [...new Set(read.flatMap(alertTexts))]
  const first = keyOf(normalise(firstName))
  const last = keyOf(normalise(lastName))
  return [...new Set([last + first, first + last])].filter((text) => text !== '')
}

/** The alert's candidate keys, 'kind:normalised', each once. */
export function alertKeys(alert: ReadAlert): string[] {
  const { watched, people, businesses, words, parcel, texts } = alert
  const keys = people.flatMap((person) => alertPersonKeys(person, watched.variants))
  if (watched.alertType === 'NAME') keys.push(...texts.map((text) => `whole:${text}`))
  for (const { key, sorted } of businesses) {
    keys.push(`business:${key}`)
    if (sorted !== null) keys.push(`trust:${sorted}`)
  }
  if (watched.variants.allWords) keys.push(...alertWordKeys(words))
  if (parcel) keys.push(...alertParcelKeys(parcel))
  return [...new Set(keys)]
}

/**
 * The texts of which a width-cut record name may be the beginning, without spaces: of a person in both orders, of a
 * business as it stands. Searched only for the prefixes of `recordPrefixes`.
 */
export function alertMatchTexts(alert: ReadAlert): string[] {
  return alert.texts
}
