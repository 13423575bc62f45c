import { randomFrom, weighted } from '#scripts/made-up/random.ts'
import { beginsWide, defaultFeedFormat, parseRecord } from '#shared/matching/public.ts'
import { type CensusNames, listGivenNames, listSurnames } from './census.ts'
import { makePeople, makeRecord, type MadePerson, type Writing } from './made-county.ts'
import {
  type AlertTallies,
  automaticWidth,
  expectRecords,
  type Entered,
  type JudgedRecord,
  measureNoise,
  type Tally,
} from './noise.ts'
import { type PlainName, readPlainNames } from './plain-name.ts'
import { pick, sample, seed } from './random.ts'
import { listInvented } from './reading.ts'
import { formatTable } from './table.ts'

/** Figures are for a county of this many recordings a year. */
const recordingsPerYear = 100_000

type Random = () => number
type Group = { title: string; alerts: Entered[] }

/** Bands of surnames by rank in the census; first names are drawn by their frequency. */
const bands = [
  { title: 'very common last name (1st to 100th)', from: 0, to: 100 },
  { title: 'common last name (101st to 2,000th)', from: 100, to: 2_000 },
  { title: 'rare last name (2,001st to 8,000th)', from: 2_000, to: 8_000 },
  { title: 'very rare last name (from the 8,001st)', from: 8_000, to: Infinity },
]

const perBand = 150
const perOwners = 400

function bandGroups(names: CensusNames, given: CensusNames, random: Random): Group[] {
  const drawGiven = weighted(given.shares)
  return bands.map(({ title, from, to }) => {
    const among = names.names.slice(from, to)
    const draw = weighted(names.shares.slice(from, to))
    const alerts = Array.from({ length: among.length > 0 ? perBand : 0 }, () => ({
      first: given.names[drawGiven(random)]!,
      middles: [],
      last: among[draw(random)]!,
    }))
    return { title, alerts }
  })
}

const withoutMiddle = ({ first, last, ...rest }: Entered): Entered => ({ ...rest, first, middles: [], last })

function ownerGroups(owners: Entered[]): Group[] {
  return [
    { title: 'owners, with middle name', alerts: owners },
    { title: 'owners, first and last name', alerts: owners.map(withoutMiddle) },
  ]
}

const writings: { writing: Writing; title: string; nameOrder: 'LAST_FIRST' | null }[] = [
  { writing: 'comma', title: 'stated order', nameOrder: 'LAST_FIRST' },
  { writing: 'lastFirst', title: 'unstated order, last name first, no comma', nameOrder: null },
  { writing: 'firstLast', title: 'unstated order, first name first', nameOrder: null },
]

const sum = (list: Tally[], ...which: (keyof Tally)[]) =>
  list.reduce((total, tally) => total + which.reduce((part, key) => part + tally[key], 0), 0)

/** Of the records found by more than an initial, the share that names a person of the alert's name, by the checker. */
const right = (list: Tally[]) => {
  const all = sum(list, 'own', 'namesakes', 'strangers') - sum(list, 'byInitial')
  return all === 0 ? '' : `${((100 * sum(list, 'own', 'namesakes')) / all).toFixed(1)} %`
}

/** The columns of one group of alerts. */
function toRow(title: string, tallies: AlertTallies[], documents: number, isWide: boolean[]): string[] {
  const automatic = tallies.map((tally, i) => (isWide[i] ? tally.close : tally.defaults))
  const columns = [tallies.map((tally) => tally.defaults), automatic, tallies.map((tally) => tally.everything)]
  const scale = recordingsPerYear / documents / Math.max(1, tallies.length)
  const inFile = sum(columns[0] ?? [], 'ownInFile')
  const rate = (list: Tally[], which: keyof Tally) => (sum(list, which) * scale).toFixed(2)
  const found = (list: Tally[]) => (inFile === 0 ? '' : `${((100 * sum(list, 'own')) / inFile).toFixed(1)} %`)
  const wide = `${Math.round((100 * isWide.filter(Boolean).length) / Math.max(1, isWide.length))} %`
  return [
    title,
    ...columns.map((list) => rate(list, 'strangers')),
    ...columns.map((list) => rate(list, 'namesakes')),
    wide,
    ...columns.map(found),
    ...columns.map(right),
  ]
}

const header = [
  'alerts',
  'strangers: defaults',
  'automatic',
  'everything',
  'same name: defaults',
  'automatic',
  'everything',
  'looks closer',
  'own found: defaults',
  'automatic',
  'everything',
  'of the name, initials aside: defaults',
  'automatic',
  'everything',
]

type Source = { records: () => Iterable<JudgedRecord>; nameOrder: 'LAST_FIRST' | null; title: string }

function reportSource(source: Source, groups: Group[], isWide: WidthChoice, log: (line: string) => void): void {
  const { documents, tallies } = measureNoise(
    source.records(),
    groups.flatMap(({ alerts }) => alerts),
    { nameOrder: source.nameOrder },
  )
  const rows: string[][] = []
  let at = 0
  for (const { title, alerts } of groups) {
    const own = tallies.slice(at, at + alerts.length)
    at += alerts.length
    if (alerts.length === 0) continue
    rows.push(
      toRow(
        title,
        own,
        documents,
        alerts.map((entered, i) => isWide(entered, own[i]!, documents)),
      ),
    )
  }
  const everyone = groups.flatMap(({ alerts }) => alerts)
  const choices = everyone.map((entered, i) => isWide(entered, tallies[i]!, documents))
  rows.push(toRow('all of these', tallies, documents, choices))
  log(`${source.title}, ${documents} documents`)
  log(formatTable(header, rows))
  log('')
}

type WidthChoice = (entered: Entered, tallies: AlertTallies, documents: number) => boolean

/** By the stored records, as the form decides once a year of them is stored. */
const byRecords: WidthChoice = (entered, { close }, documents) => {
  const found = ((close.own + close.namesakes + close.strangers) * recordingsPerYear) / documents
  return beginsWide(expectRecords(entered), found).on
}

/** By the census, as the form decides with less than a year of records. */
const byCensus: WidthChoice = (entered) => automaticWidth(entered) === 'close'

/** An invented county's recordings of one year, in each way of writing. Every person in it is known. */
export function reportMadeCounty(documents: number, log: (line: string) => void): void {
  const [names, given] = [listSurnames(), listGivenNames()]
  const random = randomFrom(seed)
  const people = makePeople(Math.max(10, Math.round(documents * 1.2)), names, given, random)
  const owners = Array.from({ length: perOwners }, () => pick(people, random)) satisfies MadePerson[]
  const groups = [...ownerGroups(owners), ...bandGroups(names, given, random)]
  for (const { writing, title, nameOrder } of writings) {
    const records = function* (): Iterable<JudgedRecord> {
      const chances = randomFrom(seed + 1)
      for (let i = 0; i < documents; i++) {
        const { parties, people: inRecord } = makeRecord(people, writing, chances)
        yield { document: { parties, parcels: [] }, people: inRecord }
      }
    }
    reportSource({ records, nameOrder, title: `A made county, ${title}` }, groups, byRecords, log)
    const { invented, parties } = countInvented(records(), nameOrder)
    log(`names with a person who is not in them, by the checker: ${invented} of the first ${parties} parties\n`)
  }
}

const maxChecked = 10_000

/** In how many of the first documents' names a person is read whom they do not name. */
function countInvented(records: Iterable<JudgedRecord>, nameOrder: 'LAST_FIRST' | null) {
  const feed = { ...defaultFeedFormat, nameOrder }
  const parsed = Iterator.from(records)
    .take(maxChecked)
    .map(({ document }) => parseRecord(document, feed, null))
    .toArray()
  return { invented: listInvented(parsed).length, parties: parsed.flatMap((record) => record.parties).length }
}

/** The records of a file whose names have a comma, as they are and rewritten in each way of writing. */
export function reportFileNoise(parties: string[][], log: (line: string) => void): void {
  const [names, given] = [listSurnames(), listGivenNames()]
  const random = randomFrom(seed)
  const read = parties.map((list) => list.map((name) => ({ name, people: readPlainNames(name) })))
  const all = read.flatMap((parties) => parties.flatMap(({ people }) => people))
  if (all.length === 0) {
    log('No name in the file has the form LAST, FIRST, so there is nobody to make alerts of.')
    return
  }
  const owners = sample(all, perOwners, random)
  const groups = [...ownerGroups(owners), ...bandGroups(names, given, random)]
  for (const { writing, title, nameOrder } of writings) {
    const records = () =>
      read.map((parties): JudgedRecord => ({
        document: {
          parties: parties.map(({ name, people }) => ({ name: rewrite(name, people, writing) })),
          parcels: [],
        },
        people: parties.flatMap(({ people }) => people),
      }))
    reportSource({ records, nameOrder, title: `The file, ${title}` }, groups, byCensus, log)
  }
}

/** Without its commas, or first names first; names that the plain reader cannot read stay as they are. */
export function rewrite(name: string, people: PlainName[], writing: Writing): string {
  if (writing === 'comma' || people.length === 0) return name
  if (writing === 'lastFirst') return name.replaceAll(',', ' ')
  const [surname = '', ...rest] = name.split(',')
  // Only one comma: given names, '&' and the other owner's, who share the surname.
  return rest.length === 1 ? `${rest[0]?.trim()} ${surname.trim()}` : name.replaceAll(',', ' ')
}
