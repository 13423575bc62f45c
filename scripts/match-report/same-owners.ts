import { distance } from 'fastest-levenshtein'
import { type MatchGrade, gradeOf } from '#shared/contract/match.ts'
import { formatPartyName } from '#shared/contract/party.ts'
import { decide, type FeedFormat, parseRecord } from '#shared/matching/public.ts'
import { isWideOnForm, parseEntered, type Start, startMatchOptions } from './entered.ts'
import { toWords } from './name-parts.ts'
import { type PlainName, readPlainNames, toLetters } from './plain-name.ts'
import type { FileDocument } from './read-documents.ts'

/** An owner who bought a parcel, and the sellers of its next sale. Rows count from 1. */
type Resale = { boughtRow: number; soldRow: number; owner: PlainName; sellers: string[] }

/** A text written as today's indexes write it: by its comma, or, without one, not at all. */
const isNamed = (role: string | undefined, wanted: string) => role?.toUpperCase() === wanted
const namesAs = ({ parties }: FileDocument, role: string) =>
  parties.filter((party) => isNamed(party.role, role)).map(formatPartyName)

/** Every buyer, read by the plain reader, with the sellers of the parcel's next sale in the file. */
export function listResales(documents: FileDocument[]): Resale[] {
  const byParcel = new Map<string, number[]>()
  documents.forEach(({ parcels }, row) =>
    new Set(parcels).forEach((id) => byParcel.set(id, [...(byParcel.get(id) ?? []), row])),
  )
  const resales: Resale[] = []
  for (const rows of byParcel.values()) {
    const sales = rows.toSorted((a, b) => dayOf(documents[a]).localeCompare(dayOf(documents[b])))
    for (const [i, row] of sales.slice(0, -1).entries()) {
      const [bought, next] = [documents[row], sales[i + 1]]
      const sold = next === undefined ? undefined : documents[next]
      if (!bought || !sold || next === undefined || dayOf(bought) === dayOf(sold)) continue
      const sellers = namesAs(sold, 'GRANTOR')
      for (const owner of namesAs(bought, 'GRANTEE').flatMap(readPlainNames))
        resales.push({ boughtRow: row + 1, soldRow: next + 1, owner, sellers })
    }
  }
  return resales
}

const dayOf = (document: FileDocument | undefined) => document?.recordedOn ?? ''

/**
 * Whether the sellers may be the owner, by sight alone: a word of the name, or one close to it, is among theirs. A
 * parcel may also have changed hands by a deed outside the file.
 */
export function maySell({ owner, sellers }: Resale): 'both' | 'one' | 'none' {
  const words = sellers.flatMap(toWords)
  const has = (name: string) => toWords(name).some((word) => words.some((other) => isClose(word, other)))
  const found = [owner.last, owner.first].filter(has).length
  return found === 2 ? 'both' : found === 1 ? 'one' : 'none'
}

function isClose(word: string, other: string): boolean {
  if (word === other) return true
  return word.length >= 5 && Math.abs(word.length - other.length) <= 2 && distance(word, other) <= 2
}

type Log = (line: string) => void

/**
 * How many of the owners whose names are among the sellers' an alert finds, if made as a clerk would enter the name.
 */
export function reportSameOwners(documents: FileDocument[], feed: FeedFormat, log: Log): void {
  const resales = listResales(documents)
  const judged = resales.map((resale) => ({ resale, common: maySell(resale) }))
  log(`${resales.length} buyers whose parcel is sold again in the file`)
  for (const [common, title] of [
    ['both', 'first and last name, or close to them, are among the sellers’ names'],
    ['one', 'only one of the two names is'],
  ] as const) {
    const some = judged.filter((item) => item.common === common).map(({ resale }) => resale)
    log(`\n${title}: ${some.length}`)
    const grades = some.map((resale) => gradeAtSale(resale, documents, feed, startOf(resale.owner)))
    const counts: [string, number][] = [
      ['found at defaults', some.filter((resale) => gradeAtSale(resale, documents, feed, 'defaults')).length],
      ['certain, by a new alert on a screen', grades.filter((grade) => grade === 'CERTAIN').length],
      ['certain or likely', grades.filter((grade) => grade === 'CERTAIN' || grade === 'LIKELY').length],
      ['with possible ones', grades.filter((grade) => grade !== null).length],
    ]
    for (const [label, found] of counts)
      log(`  ${label}: ${found} (${((100 * found) / Math.max(1, some.length)).toFixed(1)} %)`)
    for (const resale of some) if (gradeAtSale(resale, documents, feed, 'wide') === null) logMiss(resale, feed, log)
  }
  log(`\nno name in common (another owner, a company, or a deed outside the file): ${countNone(judged)}`)
}

const countNone = (judged: { common: string }[]) => judged.filter(({ common }) => common === 'none').length

const startOf = (owner: PlainName): Start => (isWideOnForm(owner, null) ? 'wide' : 'narrow')

/** How sure an alert is to find the owner among the sellers; null if it does not. */
export function gradeAtSale(
  resale: Resale,
  documents: FileDocument[],
  feed: FeedFormat,
  start: Start,
): MatchGrade | null {
  const sold = documents[resale.soldRow - 1]
  if (!sold) return null
  const sellers = sold.parties.filter(({ role }) => isNamed(role, 'GRANTOR'))
  const match = decide(
    parseEntered(resale.owner, startMatchOptions[start]),
    parseRecord({ parties: sellers, parcels: [] }, feed, null),
  )
  return match && gradeOf(match)
}

function logMiss({ boughtRow, soldRow, owner, sellers }: Resale, feed: FeedFormat, log: Log): void {
  const name = [owner.first, ...owner.middles, owner.last].join(' ')
  const record = parseRecord({ parties: sellers.map((seller) => ({ name: seller })), parcels: [] }, feed, null)
  const reason = findReason(
    owner,
    record.parties.flatMap(({ people }) => people),
  )
  log(`    rows ${boughtRow} and ${soldRow}: ${name} | ${sellers.join(' | ')} | ${reason}`)
}

type ReadPerson = { surname: { key: string }; givenNames: { first: string }[] }

function findReason({ first, last }: PlainName, people: ReadPerson[]): string {
  if (people.length === 0) return 'nobody is read in it'
  const surname = people.filter((person) => person.surname.key === toLetters(last))
  if (surname.length === 0) return 'another last name'
  const isFirst = ({ givenNames }: ReadPerson) => givenNames.some((given) => given.first === toLetters(first))
  return surname.some(isFirst) ? 'other middle names' : 'another first name'
}
