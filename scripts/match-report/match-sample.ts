import { randomFrom } from '#scripts/made-up/random.ts'
import { type Match, type MatchGrade, gradeOf } from '#shared/contract/match.ts'
import {
  classifyParties,
  decide,
  defaultFeedFormat,
  parseAlert,
  type ParsedAlert,
  parseRecord,
} from '#shared/matching/public.ts'
import { listGivenNames, listSurnames } from './census.ts'
import { isWideOnForm, parseEntered, startMatchOptions } from './entered.ts'
import { makePeople, makeRecord, renamePeople } from './made-county.ts'
import { indexWatches, type JudgedRecord } from './noise.ts'
import { type PlainName, readPlainNames } from './plain-name.ts'
import { pick, sample, seed } from './random.ts'
import { describeCause } from './report-readings.ts'

type Log = (line: string) => void
/** An alert of one name; `row` is the record that the name was taken from. */
type Watch = { alert: ParsedAlert; label: string; row: number }
type Sampled = { label: string; match: Match }

const feed = { ...defaultFeedFormat, nameOrder: 'LAST_FIRST' } as const
const alertsInCounty = 3_000

/**
 * A sample of the matches of one grade that new alerts on a screen find, for people to judge by sight: half in the file,
 * of alerts of its own people and businesses, half in a made county of which every fourth person has a romanized name.
 */
export function reportMatches(
  parties: string[][],
  { count, grade, documents }: { count: number; grade: MatchGrade; documents: number },
  log: Log,
): void {
  const random = randomFrom(seed)
  const inFile = sample(listMatches(readFile(parties), watchFile(parties), grade), Math.ceil(count / 2), random)
  const { records, watches } = makeCounty(documents)
  const inCounty = sample(listMatches(records(), watches, grade), count - inFile.length, random)
  log(`${grade}: ${inFile.length} in the file, ${inCounty.length} in a made county`)
  for (const [i, { label, match }] of [...inFile, ...inCounty].entries()) log(`${i + 1}. ${describe(label, match)}`)
}

/** Alert, record, sentence, and what made the reading of the person. */
function describe(label: string, { recordRaw, sentence, reading, variant }: Match): string {
  const cause = reading ? describeCause(reading) : 'not read as a person'
  return `${label} | ${recordRaw} | ${sentence} | ${variant ?? 'defaults'}, ${cause}`
}

/** Each pair of an alert and a text once, but for the record that the alert's own name was taken from. */
function listMatches(records: Iterable<JudgedRecord>, watches: Watch[], grade: MatchGrade): Sampled[] {
  const findNear = indexWatches(watches)
  const found = new Map<string, Sampled>()
  let row = 0
  for (const { document } of records) {
    const record = parseRecord(document, feed, null)
    for (const watch of findNear(record)) {
      if (watch.row === row) continue
      const match = decide(watch.alert, record)
      if (match && gradeOf(match) === grade) found.set(`${watch.label} | ${match.recordRaw}`, { ...watch, match })
    }
    row++
  }
  return [...found.values()]
}

const readFile = (parties: string[][]): JudgedRecord[] =>
  parties.map((names) => ({ document: { parties: names.map((name) => ({ name })), parcels: [] }, people: [] }))

/** Every name of the file once. Every other person's alert gives no middle name. */
function watchFile(parties: string[][]): Watch[] {
  const watches = new Map<string, Watch>()
  const add = (watch: Watch) => watches.has(watch.label) || watches.set(watch.label, watch)
  for (const [row, names] of parties.entries()) {
    for (const name of names) {
      const people = readPlainNames(name)
      for (const person of people) add(watchPerson(row % 2 === 0 ? person : { ...person, middles: [] }, row))
      const record = parseRecord({ parties: [{ name }], parcels: [] }, feed, null)
      if (people.length === 0 && classifyParties(record).some(({ kind }) => kind === 'business' || kind === 'trust'))
        add(watchBusiness(name, row))
    }
  }
  return [...watches.values()]
}

function watchPerson(person: PlainName, row: number): Watch {
  const start = isWideOnForm(person, null) ? 'wide' : 'narrow'
  const label = `${[person.first, ...person.middles].join(' ')} ${person.last}`
  return { alert: parseEntered(person, startMatchOptions[start]), label, row }
}

function watchBusiness(businessName: string, row: number): Watch {
  const criteria = { alertType: 'BUSINESS', businessName, variants: startMatchOptions.narrow } as const
  return { alert: parseAlert(criteria, null), label: businessName, row }
}

function makeCounty(documents: number) {
  const random = randomFrom(seed)
  const rename = renamePeople()
  const people = makePeople(Math.max(10, Math.round(documents * 1.2)), listSurnames(), listGivenNames(), random).map(
    (person, i) => (i % 4 === 0 ? rename(person) : person),
  )
  const watches = Array.from({ length: alertsInCounty }, (_, i) => {
    const person = pick(people, random)
    return watchPerson(i % 2 === 0 ? person : { ...person, middles: [] }, -1)
  })
  const records = function* (): Iterable<JudgedRecord> {
    for (let i = 0; i < documents; i++) {
      const made = makeRecord(people, 'comma', random)
      yield { document: { parties: made.parties, parcels: [] }, people: made.people }
    }
  }
  return { records, watches }
}
