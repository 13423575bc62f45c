import { noMatchOptions } from '#shared/contract/alert.ts'
import type { RuleReason } from '#shared/contract/why-not.ts'
import {
  decide,
  explainReading,
  type FeedFormat,
  type ParsedAlert,
  type ParsedRecord,
  parseRecord,
} from '#shared/matching/public.ts'
import { parseEntered } from './entered.ts'
import { hasName, splitTextParts, type TextPart } from './name-parts.ts'
import { type PlainName, readPlainNames, toLetters } from './plain-name.ts'
import { describePeople } from './report-readings.ts'

/**
 * A name whose words are together in one part of a record that the rule does not match, the likely reason, and everyone
 * whom the rule reads there, with what made each reading.
 */
type NearMiss = { row: number; name: string; alert: PlainName; reason: string; read: string }

type IndexedPart = { row: number; name: string; part: TextPart; record: ParsedRecord }

/** The parts of every party's name, by each of their words. */
function indexParts(names: string[][], feed: FeedFormat): Map<string, IndexedPart[]> {
  const byWord = new Map<string, IndexedPart[]>()
  names.forEach((parties, i) => {
    for (const name of parties) {
      const record = parseRecord({ parties: [{ name }], parcels: [] }, feed, null)
      for (const part of splitTextParts(name)) {
        for (const word of new Set(part.words)) {
          const indexed = { row: i + 1, name, part, record }
          const list = byWord.get(word)
          if (list) list.push(indexed)
          else byWord.set(word, [indexed])
        }
      }
    }
  })
  return byWord
}

/** Everyone whom the plain reader finds in these names, first and last name only, each once. */
export function listPlainNames(names: string[][]): PlainName[] {
  const people = new Map<string, PlainName>()
  for (const { first, last } of names.flat().flatMap(readPlainNames))
    if (toLetters(first).length > 1 && toLetters(last).length > 1)
      people.set(`${toLetters(last)} ${toLetters(first)}`, { first, middles: [], last })
  return [...people.values()]
}

/** Lists where first and last name of an alert are both in one part of a record and the rule does not match. */
export function findNearMisses(names: string[][], alerts: PlainName[], feed: FeedFormat): NearMiss[] {
  const byWord = indexParts(names, feed)
  const found: NearMiss[] = []
  for (const alert of alerts) {
    const parsed = parseEntered(alert, noMatchOptions)
    const seen = new Set<string>()
    for (const { row, name, part, record } of byWord.get(toLetters(alert.first)) ?? []) {
      const id = `${row} ${name}`
      if (seen.has(id) || !hasBoth(part, alert) || decide(parsed, record)) continue
      seen.add(id)
      found.push({ row, name, alert, reason: findReason(parsed, record), read: listRead(record) })
    }
  }
  return found
}

/** Both names, in words of their own: 'Lee Lee' needs two. */
function hasBoth({ words }: TextPart, { first, last }: PlainName): boolean {
  const rest = [...words]
  rest.splice(words.indexOf(toLetters(first)), 1)
  return hasName(rest, last)
}

const reasonTexts: Partial<Record<RuleReason, string>> = {
  middleNames: 'the middle names differ',
  firstAsMiddle: 'the first name is read as a middle name',
  otherWayAround: 'the other way around',
  bothInLastName: 'both in the last name',
  lastAsGiven: 'the last name is read as a given name',
  firstNames: 'the first names differ',
}

/** Why the rule did not match. The reading is the rule's; the reasons are for people to look through. */
function findReason(alert: ParsedAlert, record: ParsedRecord): string {
  const [party] = record.parties
  if (!party || party.people.length === 0) return `nobody is read in it (${party?.kind ?? 'unreadable'})`
  return reasonTexts[explainReading(alert, record)] ?? 'the words are read as parts of other names'
}

const listRead = ({ parties }: ParsedRecord): string => describePeople(parties.flatMap(({ people }) => people))
