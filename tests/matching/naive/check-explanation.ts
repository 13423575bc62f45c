import type { Criteria } from '#shared/contract/alert.ts'
import type { Match } from '#shared/contract/match.ts'
import { formatPartyName } from '#shared/contract/party.ts'
import { type RecordedDocument, parcelSentences, sentences, splitSentence } from '#shared/matching/public.ts'
import { isTrueOfBusiness } from './business-claims.ts'
import { isTrueOfPerson, type Kind, type Shown } from './person-claims.ts'
import type { Name } from './take-names.ts'
import { toWords } from './words.ts'

/** What is false in the explanation of a match: in its marks, its sentence, or the facts next to it; empty if nothing is. */
export function findFalseClaims(criteria: Criteria, document: RecordedDocument, match: Match): string[] {
  const marked = (match.marks ?? []).flatMap(([start, end]) => toWords(match.recordRaw.slice(start, end)))
  const problems = [...findWrongMarks(match), ...checkFacts(match)]
  const party = document.parties[match.fieldIndex]
  const raw = { party: party ? formatPartyName(party) : null, parcel: document.parcels[match.fieldIndex] }[match.field]
  if (raw !== match.recordRaw) problems.push('The text is not that of the record.')
  if (problems.length === 0 && match.marks && !isTrue(criteria, match, marked)) {
    problems.push(
      `Not true of ${JSON.stringify(criteria)} and the marked words ${marked.join(', ')}: ${match.sentence}`,
    )
  }
  return problems
}

const letterOrDigit = /[\p{L}\p{N}]/u

const isWithinWord = (text: string, at: number) => at > 0 && /^[\p{L}\p{N}]{2}$/u.test(text.slice(at - 1, at + 1))
/** A word of two consonants, which are two initials: WB. */
const twoInitials = /(?<![\p{L}\p{N}])[B-DF-HJ-NP-TV-XZ]{2}(?![\p{L}\p{N}])/iu

/** Marks are ordered, do not overlap, begin and end with a letter or digit, and cut no word but one of two initials. */
export function findWrongMarks({ marks, recordRaw }: Match): string[] {
  const words = toWords(recordRaw).length
  if (!marks && (recordRaw.length > 1_000 || words > 80)) return []
  if (!marks || marks.length === 0) return ['No marks.']
  let from = 0
  const isRight = marks.every(([start, end]) => {
    const inOrder = from <= start && start < end && end <= recordRaw.length
    from = end
    const text = recordRaw.slice(start, end)
    const cutsWord =
      (isWithinWord(recordRaw, start) && !twoInitials.test(recordRaw.slice(start - 1, start + 1))) ||
      (isWithinWord(recordRaw, end) && !twoInitials.test(recordRaw.slice(end - 1, end + 1)))
    return inOrder && letterOrDigit.test(text) && text.trim() === text && !cutsWord
  })
  return isRight ? [] : [`Marks are wrong: ${JSON.stringify(marks)}`]
}

function checkFacts({ byInitialOnly, otherLegalForm, sentence }: Match): string[] {
  const problems: string[] = []
  if (byInitialOnly && !/initial/.test(sentence)) problems.push('By initial only, and the sentence does not say so.')
  if (otherLegalForm !== /another legal form/.test(sentence))
    problems.push('The legal form is not as the sentence says.')
  return problems
}

const kindsFor = (sentence: string) =>
  Object.keys(sentences).filter((kind): kind is Kind => kind in sentences && sentences[kind as Kind] === sentence)

function isTrue(criteria: Criteria, match: Match, marked: string[]): boolean {
  switch (criteria.alertType) {
    case 'NAME':
      return isTrueOfName(match.sentence, criteria, { marked, raw: match.recordRaw })
    case 'BUSINESS':
      return kindsFor(match.sentence).some((kind) =>
        isTrueOfBusiness(kind, criteria.businessName, marked, match.recordRaw),
      )
    case 'PARCEL_ID':
      return isTrueOfParcel(criteria.parcelId, match, marked)
  }
}

/** The reason, and what is said of a contradicting middle name. */
function isTrueOfName(sentence: string, criteria: Name, shown: Shown): boolean {
  const { reason, conflict } = splitSentence(sentence)
  return [criteria, withUmlautsSpelled(criteria)].some((entered) =>
    kindsFor(reason).some((kind) => isTrueOfPerson(kind, conflict, entered, shown)),
  )
}

const nextToParcels = new Set(['AND', 'APN', 'PIN', 'PT', 'PART', 'OF'])
const spellUmlauts = (text: string) => text.replace(/[äöü]/gi, (letter) => `${letter.normalize('NFD')[0] ?? ''}e`)
const withUmlautsSpelled = (criteria: Name): Name => ({
  ...criteria,
  firstName: spellUmlauts(criteria.firstName),
  lastName: spellUmlauts(criteria.lastName),
})

/** Zeros may be lost or added by a mask, so they do not count. */
const toDigits = (words: string[]) =>
  words
    .filter((word) => !nextToParcels.has(word))
    .join('')
    .replaceAll('0', '')
const toNumber = (words: string[]) => Number(words.at(-1)?.replaceAll(/\D/g, '') ?? '')

function isTrueOfParcel(parcelId: string, { sentence }: Match, marked: string[]): boolean {
  const wanted = toWords(parcelId)
  if (sentence === parcelSentences.sameParcel)
    return toDigits(wanted) === toDigits(marked) || (marked.length === 1 && wanted.at(-1) === marked[0])
  const word = marked.findIndex((other) => ['THRU', 'THROUGH', 'TO'].includes(other))
  // With a dash the last number of each half is an end, or the last two are.
  const ends = word > 0 ? [word] : [marked.length / 2, marked.length - 1]
  const number = toNumber(wanted)
  return ends.some((at) => {
    const [low, high] = [toNumber(marked.slice(0, at)), toNumber(marked.slice(word > 0 ? at + 1 : at))]
    return (low <= number && number <= high) || [low, high].includes(number)
  })
}
