import { randomFrom } from '#scripts/made-up/random.ts'
import { noMatchOptions } from '#shared/contract/alert.ts'
import {
  decide,
  type FeedFormat,
  type PartyKind,
  classifyParties,
  type ParsedRecord,
  parseRecord,
  recordKeys,
} from '#shared/matching/public.ts'
import { parseEntered } from './entered.ts'
import { isInvented } from './invented.ts'
import { findNearMisses, listPlainNames } from './near-misses.ts'
import { sample, seed } from './random.ts'
import { type FileDocument, partyNames } from './read-documents.ts'

type Log = (line: string) => void

/** Microseconds a document takes, the best of several rounds. */
function microseconds(documents: FileDocument[], work: (document: FileDocument) => void): number {
  let best = Infinity
  for (let round = 0; round < 5; round++) {
    const start = performance.now()
    documents.forEach(work)
    best = Math.min(best, performance.now() - start)
  }
  return (best * 1_000) / Math.max(1, documents.length)
}

/** The names of parties in which the rule read a person whom the text does not name, by the checker. */
export function listInvented(records: ParsedRecord[]): string[] {
  const names = records.flatMap(({ parties }) =>
    parties.filter(({ raw, people }) =>
      people.some(({ surnameWords, givenNames }) =>
        isInvented(raw, { surnameWords, firstNames: givenNames.map(({ first }) => first) }),
      ),
    ),
  )
  return [...new Set(names.map(({ raw }) => raw))]
}

/** How a rule reads the names of some documents. `nearMisses` are of `alerts` for the documents' own people. */
export type ReadingFigures = {
  names: number
  people: number
  invented: number
  unreadable: number
  nearMisses: number
  alerts: number
}

/** The figures, with the names in which a person was invented. */
export function measureReading(documents: FileDocument[], feed: FeedFormat) {
  const records = documents.map((document) => parseRecord(document, feed, null))
  const names = documents.map(partyNames)
  const alerts = listPlainNames(names)
  const invented = listInvented(records)
  const figures: ReadingFigures = {
    names: names.flat().length,
    people: records.flatMap(({ parties }) => parties.flatMap((party) => party.people)).length,
    invented: invented.length,
    unreadable: records.flatMap(classifyParties).filter(({ kind }) => kind === 'unreadable').length,
    nearMisses: findNearMisses(names, alerts, feed).length,
    alerts: alerts.length,
  }
  return { figures, invented, records }
}

/** Counts, samples of each kind of name, people read and invented, near misses, and the time that reading takes. */
export function reportReading(documents: FileDocument[], feed: FeedFormat, samples: number, log: Log): void {
  const { figures, invented, records } = measureReading(documents, feed)
  const random = randomFrom(seed)
  const show = (names: string[]) => sample(names, samples, random).forEach((name) => log(`  ${name}`))
  reportKinds(records, show, log)
  log(`readings of people: ${figures.people}`)
  log(`names with a person who is not in them, by the checker: ${figures.invented}`)
  show(invented)
  const { nearMisses, alerts } = figures
  log(`near misses: ${nearMisses} for ${alerts} alerts of the file’s own people (list: --near-misses)\n`)
  reportKeysAndTime(documents, records, feed, log)
}

function reportKinds(records: ParsedRecord[], show: (names: string[]) => void, log: Log): void {
  const read = records.flatMap(classifyParties)
  log(`${records.length} documents, ${read.length} parties\n`)
  for (const kind of ['person', 'business', 'trust', 'unreadable'] satisfies PartyKind[]) {
    const names = read.filter((item) => item.kind === kind).map(({ raw }) => raw)
    const share = ((100 * names.length) / Math.max(1, read.length)).toFixed(1)
    log(`${kind}: ${names.length} (${share} %)`)
    show(names)
    log('')
  }
}

function reportKeysAndTime(documents: FileDocument[], records: ParsedRecord[], feed: FeedFormat, log: Log): void {
  const keyCounts = records.map((record) => recordKeys(record).length).toSorted((a, b) => a - b)
  const at = (share: number) => keyCounts[Math.floor(share * (keyCounts.length - 1))] ?? 0
  log(`keys per document: median ${at(0.5)}, 90th percentile ${at(0.9)}, maximum ${at(1)}`)
  const alert = parseEntered({ first: 'John', middles: ['Rick'], last: 'Smith' }, noMatchOptions)
  const reading = microseconds(documents, (document) => recordKeys(parseRecord(document, feed, null)))
  let next = 0
  const deciding = microseconds(documents, () =>
    decide(alert, records[next++ % records.length] ?? { parties: [], parcels: [] }),
  )
  log(`time per document: ${reading.toFixed(1)} µs to read and derive keys, ${deciding.toFixed(1)} µs to decide`)
}
