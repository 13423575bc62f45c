import { endsInLegalForm } from '#shared/matching/business.ts'
import { type PartPeople, parseJointNames } from './joint-names.ts'
import {
  dropStatusPhrases,
  dropTrustWords,
  isEstateName,
  isTrustName,
  type Segment,
  splitAtMarkers,
} from './name-markers.ts'
import { parseNamePart, splitNameParts, type NamePart } from './name-parts.ts'
import { type NameOrder, toPeople, type Person } from '#shared/matching/person.ts'
import { particles } from '#shared/matching/tables/particles.ts'

/** Parts of one party that are searched for people; no real index entry comes near. */
const maxParts = 24
const brackets = /\(([^)]*)\)?|"([^"]*)"?/g

/**
 * Everyone a party's text names (folded, dates dropped, TR written as TRUST). `people` has each reading; `lastPeople`
 * those of the last part, which truncation leaves incomplete. A text that the feed calls a business names people only
 * inside a trust or an estate, or after a marker such as FBO.
 */
export function findPeople(
  text: string,
  order: NameOrder,
  statedBusiness: boolean,
): { people: Person[]; lastPeople: Person[] } {
  const found: Person[] = []
  let lastPeople: Person[] = []
  let mainPeople: Person[] = []
  const waiting = splitAtMarkers(text)
  for (let segment = waiting.shift(); segment; segment = waiting.shift()) {
    const { text: opened, names } = extractBracketedNames(segment.text)
    waiting.unshift(...names.map((name): Segment => ({ kind: 'alias', text: name })))
    const read = parseSegment(segment, opened, order, statedBusiness)
    const people = read.flatMap((part) => part.people)
    if (segment.kind === 'alias' || segment.kind === 'nee') people.push(...parseAlias(mainPeople, segment.kind, opened))
    found.push(...people)
    lastPeople = read.at(-1)?.people ?? []
    if (segment.kind === 'main' || segment.kind === 'other') mainPeople = lastPeople
  }
  return { people: distinctPeople(found), lastPeople }
}

/** A single word in brackets or quotes is another first name and stays in quotes; several words are another name. */
function extractBracketedNames(text: string): { text: string; names: string[] } {
  if (!text.includes('(') && !text.includes('"')) return { text: dropStatusPhrases(text), names: [] }
  const names: string[] = []
  const opened = dropStatusPhrases(text).replace(brackets, (_whole, inBrackets?: string, inQuotes?: string) => {
    const inside = inBrackets ?? inQuotes ?? ''
    const { surname, words } = parseNamePart(inside)
    if (surname || words.length > 1) names.push(inside)
    return !surname && words.length === 1 ? ` "${words[0]}" ` : ' '
  })
  return { text: opened, names }
}

/** `opened` is the segment's text without brackets and status phrases. */
function parseSegment(segment: Segment, opened: string, order: NameOrder, statedBusiness: boolean): PartPeople[] {
  const trust = isTrustName(segment.text)
  const inside = trust || isEstateName(segment.text)
  if (statedBusiness && segment.kind === 'main' && !inside) return []
  const text = trust && !endsInLegalForm(segment.text) ? dropTrustWords(opened) : opened
  return text.split(';').flatMap((group) => {
    const parts = splitNameParts(group).slice(0, maxParts)
    return parseJointNames(parts, findLegalEntities(parts), inside ? null : order)
  })
}

/** Marks parts that end in a legal form. 'BAKER D & SONS LLC' is one name, so parts without a comma belong to it. */
function findLegalEntities(parts: NamePart[]): boolean[] {
  const formed = parts.map((part) => endsInLegalForm(part.text))
  for (let i = parts.length - 2; i >= 0; i--) {
    if (formed[i + 1] && parts[i + 1]?.separator === '&' && !parts[i]?.text.includes(',')) formed[i] = true
  }
  return formed
}

/** After A/K/A or NEE a single word is another surname or, after A/K/A, perhaps another given name. */
function parseAlias(mainPeople: Person[], kind: 'alias' | 'nee', text: string): Person[] {
  const [first] = splitNameParts(text)
  if (!first || mainPeople.length === 0) return []
  const { surname, words, quotedNames } = parseNamePart(first.text)
  if (kind === 'nee') {
    const born = surname ?? getBirthSurname(words)
    return mainPeople.flatMap((person) => toPeople(born, person.givenWords, [], 'LAST_FIRST', 'record'))
  }
  if (surname || words.filter((word) => word.length > 1).length > 1) return []
  const renamed = mainPeople.flatMap((person) =>
    toPeople(person.surnameWords, words, quotedNames, 'LAST_FIRST', 'record'),
  )
  if (words.length > 1) return renamed
  return [...renamed, ...mainPeople.flatMap((person) => toPeople(words, person.givenWords, [], 'LAST_FIRST', 'record'))]
}

/** The first word, with the particles before it: 'NEE VAN HORN'. */
function getBirthSurname(words: string[]): string[] {
  const end = words.findIndex((word) => !particles.has(word))
  return end < 0 ? words : words.slice(0, end + 1)
}

function distinctPeople(people: Person[]): Person[] {
  if (people.length < 2) return people
  const seen = new Set<string>()
  return people.filter((person) => {
    const id = `${person.surname.key} ${person.surname.halves.length} ${person.givenNames.map((g) => g.first).join(' ')} ${person.givenWords.join(' ')}`
    return seen.has(id) ? false : seen.add(id)
  })
}
