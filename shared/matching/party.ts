import type { FeedReading, Party, ReadAs } from '#shared/matching/types.ts'
import { type Business, endsInLegalForm, matchText, readBusiness } from '#shared/matching/business.ts'
import { type CutPerson, cutPrefixes, longEnough } from './truncated-name.ts'
import { dropDates, namesTrust, spellTrust, splitAtNames } from './name-markers.ts'
import { fold } from './normalize.ts'
import { filled, rawOf } from '#shared/matching/party-raw.ts'
import { splitParts } from './name-parts.ts'
import { readPeople } from '#shared/matching/party-people.ts'
import type { Person } from '#shared/matching/person.ts'
import { businessSigns } from '#shared/matching/tables/business-signs.ts'

/** One party of a record, read once. */
export type ReadParty = {
  index: number
  role: string
  /** The name as the feed gave it; of parts, in their natural order. */
  raw: string
  people: Person[]
  businesses: Business[]
  /** Distinct words of the whole name, for 'contains all words'. */
  words: string[]
  /** Of a name as long as the feed's width: the people at its end, and the beginnings of what it names as a whole. */
  cutPeople: CutPerson[]
  wholePrefixes: string[]
  partPrefixes: string[]
  /** Of a name that cannot be read: its whole text, without spaces. Else ''. */
  whole: string
  as: ReadAs
}

/** Text beyond this is not read for people; it is still matched as a whole. */
const maxNameLength = 1_000
/** The most neighbouring parts compared as one business, and the most parts. */
const maxRun = 6
const maxParts = 24
const maxWords = 64
const doubleSpace = /(?<=\S) {2,}(?=\S)/g
const notWord = /[^\p{L}\p{N}]+/u
const unlisted = new Set(['AND', 'OF', 'THE'])

/** `cut` tells the order in which the text ends where the feed's width cut it. */
type PartyText = { text: string; statedBusiness: boolean; cut: 'asRead' | 'given' | 'surname' | null }

export function readParty(party: Party, index: number, feed: FeedReading): ReadParty {
  const texts = partyTexts(party, feed.nameWidth)
  const people: Person[] = []
  const businesses: Business[] = []
  const cutPeople: CutPerson[] = []
  const wholePrefixes: string[] = []
  const partPrefixes: string[] = []
  for (const { text, statedBusiness, cut } of texts) {
    const folded = dropDates(fold(spaced(text, feed)))
    const read = readPeople(spellTrust(folded.slice(0, maxNameLength)), feed.nameOrder, statedBusiness)
    people.push(...read.people)
    businesses.push(...readRuns(folded, cut !== null))
    if (!cut) continue
    const whole = matchText(folded)
    wholePrefixes.push(whole)
    partPrefixes.push(...lastPartTexts(folded).filter((part) => part !== whole))
    const ended = read.atEnd.map((person): CutPerson => ({ person, at: cutAt(person, cut) }))
    cutPeople.push(...ended.filter((person) => cutPrefixes(person).every(longEnough)))
  }
  const as = kindOf(texts, people)
  return {
    index,
    role: party.role ?? '',
    raw: rawOf(party),
    people,
    businesses: texts.length + businesses.length > 2 ? distinct(businesses) : businesses,
    words: distinctWords(businesses[0]),
    cutPeople,
    wholePrefixes: wholePrefixes.filter(longEnough),
    partPrefixes: partPrefixes.filter(longEnough),
    whole: as === 'unreadable' ? (businesses[0]?.key ?? '') : '',
    as,
  }
}

function partyTexts(party: Party, width: number | null): PartyText[] {
  const { name, firstName, middleName, lastName, suffix, businessName } = party
  const isCut = (text: string | undefined) => width !== null && text?.length === width
  const texts: PartyText[] = []
  if (filled(name)) texts.push({ text: name, statedBusiness: false, cut: isCut(name) ? 'asRead' : null })
  const given = [firstName, middleName].filter(filled).join(' ')
  if (filled(lastName) && given !== '') {
    const cut = isCut(lastName) ? 'surname' : isCut(firstName) || isCut(middleName) ? 'given' : null
    texts.push({ text: `${lastName}, ${given}`, statedBusiness: false, cut })
  } else if (filled(lastName) || given !== '' || filled(suffix)) {
    const text = filled(lastName) ? lastName : given
    texts.push({ text, statedBusiness: false, cut: isCut(text) ? 'asRead' : null })
  }
  if (filled(businessName)) {
    const cut = isCut(businessName) ? 'asRead' : null
    texts.push({ text: businessName, statedBusiness: true, cut })
  }
  return texts
}

/** Two or more spaces part joint names where the feed says so. */
function spaced(text: string, feed: FeedReading): string {
  return feed.doubleSpaceSplits && text.includes('  ') ? text.trim().replace(doubleSpace, ' / ') : text.trim()
}

/** The whole name, each part, and each run of neighbouring parts, as businesses. */
function readRuns(folded: string, cut: boolean): Business[] {
  const whole = readBusiness(folded, cut)
  const segments = splitAtNames(folded)
  const runs: Business[] = []
  for (const [i, segment] of segments.entries()) {
    const last = cut && i === segments.length - 1
    if (segments.length > 1) runs.push(...readBusiness(segment.text, last))
    const parts = splitParts(segment.text).slice(0, maxParts)
    for (let from = 0; from < parts.length; from++) {
      let text = ''
      for (let to = from; to < parts.length && to - from < maxRun; to++) {
        const { text: piece, separator } = parts[to] ?? { text: '', separator: '' }
        text += to === from ? piece : ` ${separator} ${piece}`
        if (from === 0 && to === parts.length - 1) continue
        runs.push(...readBusiness(text, last && to === parts.length - 1))
      }
    }
  }
  return [...whole, ...runs]
}

function distinct(businesses: Business[]): Business[] {
  const seen = new Set<string>()
  return businesses.filter(({ key, forms, sorted }) => {
    const id = `${key} ${forms.join(',')} ${sorted ?? ''}`
    return key === '' || seen.has(id) ? false : seen.add(id)
  })
}

function distinctWords(whole: Business | undefined): string[] {
  if (!whole) return []
  return [...new Set(whole.words)].filter((word) => !unlisted.has(word)).slice(0, maxWords)
}

/** Where a cut falls: at the end of the text as it was read, or in the part of the name that is full. */
function cutAt(person: Person, cut: NonNullable<PartyText['cut']>): CutPerson['at'] {
  if (cut !== 'asRead') return cut
  return person.order === 'LAST_FIRST' ? 'given' : 'surname'
}

/** The texts of the last name and of its last part, which the cut leaves unfinished. */
function lastPartTexts(folded: string): string[] {
  const last = splitAtNames(folded).at(-1)?.text ?? ''
  return [matchText(last), matchText(splitParts(last).at(-1)?.text ?? '')]
}

function kindOf(texts: PartyText[], people: Person[]): ReadAs {
  const kinds = texts.map(({ text, statedBusiness }) => kindOfText(text, statedBusiness, people.length > 0))
  return kinds.find((kind) => kind !== 'unreadable') ?? 'unreadable'
}

const solidForm = /(?<![A-Z])(?:LLC|INC|CORP|LLP|LLLP|LTD|N\.? ?A\.?,?$)(?![A-Z])/

/** Rough, for the report and the counts: matching reads every name in each way it can. */
function kindOfText(text: string, statedBusiness: boolean, hasPeople: boolean): ReadAs {
  const folded = spellTrust(dropDates(fold(text)))
  const [main] = splitAtNames(folded)
  const named = (main?.text ?? '').trim()
  if (endsInLegalForm(named)) return 'business'
  if (namesTrust(named)) return 'trust'
  if (statedBusiness || solidForm.test(named)) return 'business'
  const signed = named.split(notWord).some((word) => businessSigns.has(word))
  if (signed && !(named.includes(',') && hasPeople)) return 'business'
  return hasPeople ? 'person' : 'unreadable'
}
