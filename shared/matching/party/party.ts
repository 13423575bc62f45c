import { hasText, type Party, formatPartyName } from '#shared/contract/party.ts'
import { isTailAlone } from '../business/business-trailing-phrases.ts'
import {
  type Business,
  endsInLegalForm,
  findDatedYears,
  leaveOutYears,
  parseBusiness,
  toMatchText,
} from '../business/business.ts'
import { splitNameParts } from '../people/name-parts.ts'
import type { Person } from '../people/person.ts'
import { type TruncatedPerson, truncatedPrefixes, isLongEnough } from '../people/truncated-name.ts'
import { organizationWords, tradeWords } from '../tables/organization-words.ts'
import type { FeedFormat, PartyKind } from '../text/feed-format.ts'
import { findFiguresInWords, mayHaveFigures, spellFigures } from '../text/figures-in-words.ts'
import { fold } from '../text/fold.ts'
import {
  abbreviateRealEstate,
  dropTrustDates,
  isTrustName,
  expandTrustAbbreviation,
  type Segment,
  splitAtMarkers,
} from '../text/name-markers.ts'
import { isInstitution } from './institutions.ts'
import { endsInGivenName, isOwnCompany } from './legal-entities.ts'
import { findPeople } from './party-people.ts'
import { dropTails } from './trailing-phrases.ts'

/** One party of a record, parsed once. */
export type ParsedParty = {
  index: number
  role: string
  /** The name as the feed sent it, with name parts in their natural order. */
  raw: string
  people: Person[]
  businesses: Business[]
  /** Distinct words of the whole name, for 'contains all words'. */
  words: string[]
  /** The name as it was split into segments: folded, without dates. */
  segments: Segment[]
  /** For a name as long as the feed's width: the people at its end, and the prefixes of the whole and of its last part. */
  truncatedPeople: TruncatedPerson[]
  wholePrefixes: string[]
  partPrefixes: string[]
  /** The whole text without spaces if the name cannot be parsed, else ''. */
  unparsedName: string
  kind: PartyKind
}

/** Text beyond this length is not searched for people; it is still matched as a whole. */
const maxNameLength = 1_000
/** Limits on the adjacent parts compared as one business, and on the parts of a name. */
const maxRun = 6
/** A name of more parts is a list of owners, and such a list has no business of many parts in it. */
const manyParts = 8
const maxRunOfMany = 2
const maxParts = 24
const maxWords = 64
const doubleSpace = /(?<=\S) {2,}(?=\S)/g
const notWord = /[^\p{L}\p{N}]+/u
const uncountedWords = new Set(['AND', 'OF', 'THE'])

/** `truncation` says which part of the name is incomplete if it is as long as the feed's width. */
type PartyText = { text: string; statedBusiness: boolean; truncation: 'asRead' | 'given' | 'surname' | null }

export function parseParty(party: Party, index: number, feed: FeedFormat): ParsedParty {
  const texts = partyTexts(party, feed.nameWidth)
  const people: Person[] = []
  const businesses: Business[] = []
  const truncatedPeople: TruncatedPerson[] = []
  const wholePrefixes: string[] = []
  const partPrefixes: string[] = []
  const mainTexts: string[] = []
  let words: string[] | null = null
  const allSegments: Segment[] = []
  for (const { text, statedBusiness, truncation } of texts) {
    const dated = fold(separateJointNames(text, feed))
    const folded = dropTrustDates(dated)
    const expanded = expandTrustAbbreviation(folded)
    const segments = splitAtMarkers(expanded)
    allSegments.push(...segments)
    const searched = expanded.length > maxNameLength ? splitAtMarkers(expanded.slice(0, maxNameLength)) : segments
    const read = findPeople(searched, feed.nameOrder, statedBusiness)
    people.push(...read.people)
    if (mayHaveFigures(expanded)) people.push(...findPeopleWithFigures(searched, { feed, statedBusiness }))
    const named = takeNamed(segments)
    const years = findDatedYears(dated, folded)
    const runs = parseBusinessRuns(expanded, { segments, named }, truncation !== null)
    businesses.push(...(years.length === 0 ? runs : runs.map((business) => leaveOutYears(business, years))))
    mainTexts.push(searched[0]?.text ?? '')
    const hasAddress = named.length < segments.length
    words ??= distinctWords(hasAddress ? parseBusiness(named.map((segment) => segment.text).join(' '))[0] : runs[0])
    if (!truncation) continue
    const whole = toMatchText(folded)
    wholePrefixes.push(whole)
    // The feed's width then ends an address.
    if (hasAddress) continue
    partPrefixes.push(...lastPartTexts(folded).filter((part) => part !== whole))
    const ended = read.lastPeople.map((person): TruncatedPerson => ({
      person,
      truncatedPart: findTruncatedPart(person, truncation),
    }))
    truncatedPeople.push(...ended.filter((person) => truncatedPrefixes(person).every(isLongEnough)))
  }
  const kind = classifyParty(texts, mainTexts, people, feed)
  return {
    index,
    role: party.role ?? '',
    raw: formatPartyName(party),
    people,
    businesses: texts.length + businesses.length > 2 ? distinctBusinesses(businesses) : businesses,
    words: words ?? [],
    segments: allSegments,
    truncatedPeople,
    wholePrefixes: wholePrefixes.filter(isLongEnough),
    partPrefixes: partPrefixes.filter(isLongEnough),
    unparsedName: kind === 'unreadable' ? (businesses[0]?.key ?? '') : '',
    kind,
  }
}

/** The people of a text with letters in place of the figures inside its words, of those who have such a word. */
function findPeopleWithFigures(
  segments: Segment[],
  { feed, statedBusiness }: { feed: FeedFormat; statedBusiness: boolean },
): Person[] {
  const figures = new Map(segments.flatMap(({ text }) => [...findFiguresInWords(text)]))
  if (figures.size === 0) return []
  const spelled = segments.map(({ kind, text }): Segment => ({ kind, text: spellFigures(text) }))
  const { people } = findPeople(spelled, feed.nameOrder, statedBusiness)
  return people
    .filter(({ surnameWords, givenWords }) => [...surnameWords, ...givenWords].some((word) => figures.has(word)))
    .map((person) => ({ ...person, figures }))
}

function partyTexts(party: Party, width: number | null): PartyText[] {
  const { name, firstName, middleName, lastName, suffix, businessName } = party
  const isCut = (text: string | undefined) => width !== null && text?.length === width
  const texts: PartyText[] = []
  if (hasText(name)) texts.push({ text: name, statedBusiness: false, truncation: isCut(name) ? 'asRead' : null })
  const given = [firstName, middleName].filter(hasText).join(' ')
  if (hasText(lastName) && given !== '') {
    const truncation = isCut(lastName) ? 'surname' : isCut(firstName) || isCut(middleName) ? 'given' : null
    texts.push({ text: `${lastName}, ${given}`, statedBusiness: false, truncation })
  } else if (hasText(lastName) || given !== '' || hasText(suffix)) {
    const text = hasText(lastName) ? lastName : given
    texts.push({ text, statedBusiness: false, truncation: isCut(text) ? 'asRead' : null })
  }
  if (hasText(businessName)) {
    const truncation = isCut(businessName) ? 'asRead' : null
    texts.push({ text: businessName, statedBusiness: true, truncation })
  }
  return texts
}

/** Two or more spaces separate joint names if the feed says so. */
function separateJointNames(text: string, feed: FeedFormat): string {
  return feed.doubleSpaceSplits && text.includes('  ') ? text.trim().replace(doubleSpace, ' / ') : text.trim()
}

/** The whole name, each part, and each run of adjacent parts, as businesses. A mailing address names no party. */
function parseBusinessRuns(
  whole: string,
  { segments, named }: { segments: Segment[]; named: Segment[] },
  isTruncated: boolean,
): Business[] {
  const read = parseBusiness(whole, isTruncated)
  const runs: Business[] = []
  for (const [i, segment] of named.entries()) {
    const last = isTruncated && i === segments.length - 1
    if (segments.length > 1) runs.push(...parseBusiness(segment.text, last))
    const parts = splitNameParts(segment.text).slice(0, maxParts)
    const longest = parts.length > manyParts ? maxRunOfMany : maxRun
    for (let from = 0; from < parts.length; from++) {
      let text = ''
      for (let to = from; to < parts.length && to - from < longest; to++) {
        const { text: piece, separator } = parts[to] ?? { text: '', separator: '' }
        text += to === from ? piece : ` ${separator} ${piece}`
        if (from === 0 && to === parts.length - 1) continue
        if (to === from && !isOwnCompany(parts, to)) continue
        runs.push(...parseBusiness(text, last && to === parts.length - 1, text.length - piece.length))
      }
    }
  }
  return [...read, ...runs]
}

/** The segments that name a party: those before a care-of mark, unless nothing precedes it. */
function takeNamed(segments: Segment[]): Segment[] {
  if (segments.length === 1) return segments
  const first = segments.findIndex(({ text }) => namedText.test(text))
  const at = first < 0 ? -1 : segments.findIndex(({ kind }, i) => i > first && kind === 'careOf')
  return at < 0 ? segments : segments.slice(0, at)
}

const namedText = /[\p{L}\p{N}]/u

function distinctBusinesses(businesses: Business[]): Business[] {
  const seen = new Set<string>()
  return businesses.filter(({ key, legalForms, sortedWords, isUndated }) => {
    const id = `${key} ${legalForms.join(',')} ${sortedWords ?? ''} ${isUndated}`
    return (key === '' && sortedWords === null) || seen.has(id) ? false : seen.add(id)
  })
}

function distinctWords(whole: Business | undefined): string[] {
  if (!whole) return []
  return [...new Set(whole.words)].filter((word) => !uncountedWords.has(word)).slice(0, maxWords)
}

/** The incomplete part: the end of the text in its order, or the name part that fills the feed's width. */
function findTruncatedPart(
  person: Person,
  cut: NonNullable<PartyText['truncation']>,
): TruncatedPerson['truncatedPart'] {
  if (cut !== 'asRead') return cut
  return person.order === 'LAST_FIRST' ? 'given' : 'surname'
}

/** The match texts of the last name and of its last part, which the truncation leaves incomplete. */
function lastPartTexts(folded: string): string[] {
  const last = splitAtMarkers(folded).at(-1)?.text ?? ''
  return [toMatchText(last), toMatchText(splitNameParts(last).at(-1)?.text ?? '')]
}

function classifyParty(texts: PartyText[], mainTexts: string[], people: Person[], feed: FeedFormat): PartyKind {
  const kinds = mainTexts.map((main, i) =>
    classifyText(main, texts[i]?.statedBusiness ?? false, people.length > 0, feed),
  )
  return kinds.find((kind) => kind !== 'unreadable') ?? 'unreadable'
}

const attachedForm = /(?<![A-Z])(?:LLC|INC|CORP|LLP|LLLP|LTD|N\.? ?A\.?,?$)(?![A-Z])/

/** No person's name has these words inside. */
const preposition = /\p{L}\s+(?:OF|FOR)\s+\p{L}/u

/** A rough guess for the report and the counts only: matching tries every reading of a name. */
function classifyText(main: string, statedBusiness: boolean, hasPeople: boolean, { nameOrder }: FeedFormat): PartyKind {
  const named = dropTails(main).trim()
  if (!hasPeople && isTailAlone(named)) return 'unreadable'
  if (endsInLegalForm(named) && !(hasPeople && endsInGivenName(named, nameOrder))) return 'business'
  if (isTrustName(named)) return 'trust'
  const isGivenName = named.includes(',') && hasPeople
  if (statedBusiness || (attachedForm.test(named) && !isGivenName && !endsInGivenName(named, nameOrder)))
    return 'business'
  if (!hasPeople && isInstitution(named, nameOrder)) return 'business'
  const signed = abbreviateRealEstate(named)
    .split(notWord)
    .some((word) => organizationWords.has(word) || tradeWords.has(word))
  if (signed && !isGivenName) return 'business'
  return hasPeople ? 'person' : preposition.test(named) ? 'business' : 'unreadable'
}
