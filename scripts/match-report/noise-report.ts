import { randomFrom } from '#scripts/made-up/random.ts'
import { defaultFeedFormat, parseRecord } from '#shared/matching/public.ts'
import { listGivenNames, listSurnames } from './census.ts'
import { type Entered, isWideOnForm } from './entered.ts'
import { makePeople, makeRecord, renamePeople, type MadePerson, type Writing } from './made-county.ts'
import { bandGroups, type Group, ownerGroups, withoutMiddle } from './noise-alerts.ts'
import { logNoise, type Measured, recordingsPerYear } from './noise-table.ts'
import { type AlertTallies, type JudgedRecord, measureNoise, whoseRecords } from './noise.ts'
import { type PlainName, readPlainNames } from './plain-name.ts'
import { pick, sample, seed } from './random.ts'
import { listInvented } from './reading.ts'

type Log = (line: string) => void

const perOwners = 400

const writings: { writing: Writing; title: string; nameOrder: 'LAST_FIRST' | null }[] = [
  { writing: 'comma', title: 'stated order', nameOrder: 'LAST_FIRST' },
  { writing: 'lastFirst', title: 'unstated order, last name first, no comma', nameOrder: null },
  { writing: 'firstLast', title: 'unstated order, first name first', nameOrder: null },
]

type Source = { records: () => Iterable<JudgedRecord>; nameOrder: 'LAST_FIRST' | null; title: string }
type WidthChoice = (entered: Entered, tallies: AlertTallies, documents: number) => boolean

function reportSource(source: Source, groups: Group[], isWide: WidthChoice, log: Log): void {
  const alerts = groups.flatMap((group) => group.alerts)
  const { documents, tallies } = measureNoise(source.records(), alerts, { nameOrder: source.nameOrder })
  const measured = alerts.map((entered, i): Measured => {
    const own = tallies[i]!
    return { entered, tallies: own, start: isWide(entered, own, documents) ? 'wide' : 'narrow' }
  })
  log(`${source.title}, ${documents} documents`)
  logNoise(groups, measured, documents, log)
}

/** By the stored records, as the form decides once a year of them is stored. */
const byRecords: WidthChoice = (entered, { wide }, documents) => {
  const found = whoseRecords.reduce((total, whose) => total + wide[whose].CERTAIN + wide[whose].LIKELY, 0)
  return isWideOnForm(entered, (found * recordingsPerYear) / documents)
}

/** By the census, as the form decides with less than a year of records. */
const byCensus: WidthChoice = (entered) => isWideOnForm(entered, null)

/** One in so many people of the second made county has a romanized name. */
const oneInOrigins = 4

/** Invented counties' recordings of one year, in each way of writing. Every person in them is known. */
export function reportMadeCounty(documents: number, log: Log): void {
  const [names, given] = [listSurnames(), listGivenNames()]
  const random = randomFrom(seed)
  const count = Math.max(10, Math.round(documents * 1.2))
  const people = makePeople(count, names, given, random)
  const owners = Array.from({ length: perOwners }, () => pick(people, random))
  const bands = bandGroups(random)
  // Drawn last, so that the others are the same as without them.
  const absent = makePeople(perOwners, names, given, random).map(asAbsent)
  reportCounty(
    { title: 'A made county', people, documents },
    [...ownerGroups(owners), ...bands, ...absentGroups(absent)],
    log,
  )

  const rename = renamePeople()
  const mixed = people.map((person, i) => (i % oneInOrigins === 0 ? rename(person) : person))
  const ofOrigins = mixed.filter((_, i) => i % oneInOrigins === 0)
  const groups = [
    { title: 'owners with romanized names', alerts: sample(ofOrigins, perOwners, random) },
    ...absentGroups(absent.map(rename)),
  ]
  reportCounty({ title: 'A made county with romanized names', people: mixed, documents }, groups, log)
}

/** A person of whom the county has no record. */
const asAbsent = (person: MadePerson): MadePerson => ({ ...person, identity: -2 - person.identity })
const absentGroups = (people: Entered[]): Group[] => [
  { title: 'people who own nothing here', alerts: people.map(withoutMiddle) },
]

type County = { title: string; people: MadePerson[]; documents: number }

function reportCounty({ title, people, documents }: County, groups: Group[], log: Log): void {
  for (const { writing, title: how, nameOrder } of writings) {
    const records = function* (): Iterable<JudgedRecord> {
      const chances = randomFrom(seed + 1)
      for (let i = 0; i < documents; i++) {
        const { parties, people: inRecord } = makeRecord(people, writing, chances)
        yield { document: { parties, parcels: [] }, people: inRecord }
      }
    }
    reportSource({ records, nameOrder, title: `${title}, ${how}` }, groups, byRecords, log)
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

/** A part of a file, and another part whose people are looked for in it. */
export type Parts = { records: string[][]; people: string[][] }

/** The records of a file whose names have a comma, as they are and rewritten in each way of writing. */
export function reportFileNoise(parties: string[][], parts: Parts, log: Log): void {
  const random = randomFrom(seed)
  const owners = sample(parties.flat().flatMap(readPlainNames), perOwners, random)
  if (owners.length === 0) {
    log('No name in the file has the form LAST, FIRST, so there is nobody to make alerts of.')
    return
  }
  reportFile('The file', parties, [...ownerGroups(owners), ...bandGroups(random)], log)
  const absent = sample(parts.people.flat().flatMap(readPlainNames), perOwners, random)
  if (absent.length > 0 && parts.records.length > 0)
    reportFile('A part of the file, alerts of people of another part', parts.records, absentGroups(absent), log)
}

function reportFile(title: string, parties: string[][], groups: Group[], log: Log): void {
  const read = parties.map((list) => list.map((name) => ({ name, people: readPlainNames(name) })))
  for (const { writing, title: how, nameOrder } of writings) {
    const records = () =>
      read.map((some): JudgedRecord => ({
        document: {
          parties: some.map(({ name, people }) => ({ name: rewrite(name, people, writing) })),
          parcels: [],
        },
        people: some.flatMap(({ people }) => people),
      }))
    reportSource({ records, nameOrder, title: `${title}, ${how}` }, groups, byCensus, log)
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
