import fs from 'node:fs'
import path from 'node:path'
import type { GeneratedAlert } from '#scripts/made-up/population.ts'
import { type Random, randomAt } from '#scripts/made-up/random.ts'
import { loadFile } from '#scripts/readers/load-file.ts'
import { readMapping } from '#scripts/readers/mapping-file.ts'
import { noMatchOptions } from '#shared/contract/alert.ts'
import {
  alertMatchTexts,
  type ParsedAlert,
  parseAlert,
  alertKeys,
  decide,
  classifyParties,
  type PartyKind,
} from '#shared/matching/public.ts'
import { prepareEvent } from '#worker/matching/decide-batch.ts'
import type { TakenEvent } from '#worker/matching/take-events.queries.ts'
import type { BenchContext } from './support/benchmark.ts'
import { withOwner } from './support/database.ts'
import { alertIdFor, fillAlerts } from './support/fill.ts'
import { seconds } from './support/measure.ts'
import { openFeed } from './support/records.ts'
import { openWorker } from './support/worker.ts'

/** Development data in a folder next to the repository, not part of it. */
const data = path.join(import.meta.dirname, '../../shared/data')
const records = path.join(data, 'denver_sales/events.jsonl')

export const isDenverDataPresent = () => fs.existsSync(records)

/**
 * Loads six thousand real records with the shipped mapping and matches them against 100,000 alerts with census name
 * frequencies. Compares every match with one found without the database.
 */
export async function denver({ cluster, print }: BenchContext): Promise<{ notes: string[]; faults: string[] }> {
  const count = 100_000
  const alertAt = makeAlerts()
  const database = await cluster.create('denver')
  await fillAlerts(database, { alertAt }, count)
  const mapping = await readMapping('denver')
  const feed = await openFeed(database, 4, { name: 'Denver', mapping, nameWidth: 30, losesLeadingZeros: true })
  const worker = openWorker(database)
  try {
    let loaded = 0
    let refused = 0
    const ingestTook = await seconds(async () => {
      const { answer, failure } = await loadFile(
        records,
        { send: (items) => feed.ingest(feed.feed, items) },
        { mapping },
      )
      if (failure) throw new Error(failure)
      loaded = answer.accepted
      refused = answer.rejected.length
    })
    let matches = 0
    const matchTook = await seconds(async () => {
      ;({ matches } = await worker.matchAll())
    })
    const taken = await storedEvents(database)
    const found = await withOwner(database, async (client) => {
      const { rows } = await client.query<{ pair: string }>(
        `select event_id || ' ' || alert_id as pair from event_match`,
      )
      return new Set(rows.map(({ pair }) => pair))
    })
    print('   compared with a map in memory …')
    const wanted = matchInMemory(taken, alertAt, count)
    const { kinds, parties, took } = countMatchKinds(taken)
    return {
      faults: [
        ...(loaded === taken.length && refused === 0
          ? []
          : [`${loaded} records loaded, ${refused} refused, ${taken.length} stored`]),
        ...[...wanted].filter((pair) => !found.has(pair)).map((pair) => `missed: record and alert ${pair}`),
        ...[...found].filter((pair) => !wanted.has(pair)).map((pair) => `wrongly matched: record and alert ${pair}`),
      ].slice(0, 20),
      notes: [
        `${loaded.toLocaleString('en-US')} records of Denver loaded by the shipped mapping in ${ingestTook.toFixed(2)} s (${rate(loaded, ingestTook)} records/s), none refused.`,
        `Matched against ${count.toLocaleString('en-US')} alerts, with all that follows stored, in ${matchTook.toFixed(2)} s (${rate(loaded, matchTook)} records/s): ${matches.toLocaleString('en-US')} matches, each of which a map in memory found too, and no other.`,
        `${parties.toLocaleString('en-US')} parties read in ${took.toFixed(2)} s: ${[...kinds].map(([kind, number]) => `${number.toLocaleString('en-US')} as ${kind} (${((number / parties) * 100).toFixed(1)} %)`).join(', ')}.`,
        'The alerts: 80 % people by census frequency, 14 % businesses, 6 % parcels of the records. The records are of 2018, so their notices wait for release.',
      ],
    }
  } finally {
    await worker.end()
    await feed.end()
    await database.drop()
  }
}

const rate = (number: number, took: number) => Math.round(number / took).toLocaleString('en-US')
const lines = (file: string) =>
  fs
    .readFileSync(path.join(data, file), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Real names, businesses and parcels, drawn at run time from the data next to the repository. */
function makeAlerts(): (index: number) => GeneratedAlert {
  const surnames = byFrequency(lines('names/census1990_surnames.txt'))
  const women = byFrequency(lines('names/census1990_female_first.txt'))
  const men = byFrequency(lines('names/census1990_male_first.txt'))
  const businesses = lines('names/chicago_businesses.csv')
    .slice(1)
    .map((line) => line.replaceAll('"', '').slice(0, 150))
  const parcels = lines('denver_sales/events.jsonl').flatMap(
    (line) => (JSON.parse(line) as { parcelIds: string[] }).parcelIds,
  )
  return (index) => {
    const random = randomAt(1990, index)
    const kind = random.next()
    if (kind < 0.8) {
      const given = random.chance(0.5) ? women(random) : men(random)
      const firstName = random.chance(0.3) ? `${given} ${String.fromCharCode(65 + random.below(26))}` : given
      const lastName = surnames(random)
      const name = `${firstName} ${lastName}`
      return {
        name,
        criteriaText: name,
        criteria: { alertType: 'NAME', firstName, lastName, formerLastName: '', variants: noMatchOptions },
      }
    }
    if (kind < 0.94) {
      const businessName = random.pick(businesses)
      const criteria = { alertType: 'BUSINESS', businessName, variants: noMatchOptions } as const
      return { name: businessName, criteriaText: businessName, criteria }
    }
    const parcelId = random.pick(parcels)
    return {
      name: parcelId,
      criteriaText: parcelId,
      criteria: { alertType: 'PARCEL_ID', parcelId, variants: noMatchOptions },
    }
  }
}

/** Lines of name, frequency, cumulative frequency and rank, drawn by frequency. */
function byFrequency(lines: string[]): (random: Random) => string {
  const names = lines.map((line) => line.split(/\s+/))
  const last = Number(names.at(-1)?.[2])
  return (random) => {
    const wanted = random.next() * last
    let [low, high] = [0, names.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (Number(names[middle]![2]) > wanted) high = middle
      else low = middle + 1
    }
    return names[low]![0]!
  }
}

function storedEvents(database: Parameters<typeof withOwner>[0]): Promise<TakenEvent[]> {
  return withOwner(database, async (client) => {
    const { rows } = await client.query<TakenEvent>(`
      select e.id, e.revision, e.recorded_on, e.restricted, e.parties, e.parcels, f.name_order, f.name_width, f.double_space_splits,
        f.loses_leading_zeros from event e join feed f on f.id = e.feed_id`)
    return rows
  })
}

function matchInMemory(events: TakenEvent[], alertAt: (index: number) => GeneratedAlert, count: number): Set<string> {
  const alerts: ParsedAlert[] = []
  const byKey = new Map<string, number[]>()
  const texts: { text: string; index: number }[] = []
  for (let index = 0; index < count; index++) {
    const alert = parseAlert(alertAt(index).criteria, null)
    alerts.push(alert)
    for (const key of alertKeys(alert)) byKey.set(key, [...(byKey.get(key) ?? []), index])
    for (const text of alertMatchTexts(alert)) texts.push({ text, index })
  }
  const found = new Set<string>()
  for (const { event, record, keys, prefixes } of events.map((event) => prepareEvent(event, null))) {
    const candidates = new Set(keys.flatMap((key) => byKey.get(key) ?? []))
    for (const prefix of prefixes)
      for (const { text, index } of texts) if (text.startsWith(prefix)) candidates.add(index)
    for (const index of candidates) if (decide(alerts[index]!, record)) found.add(`${event.id} ${alertIdFor(index)}`)
  }
  return found
}

function countMatchKinds(events: TakenEvent[]): { kinds: Map<PartyKind, number>; parties: number; took: number } {
  const kinds = new Map<PartyKind, number>()
  let parties = 0
  const start = performance.now()
  for (const { record } of events.map((event) => prepareEvent(event, null)))
    for (const { kind } of classifyParties(record)) {
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      parties++
    }
  return { kinds, parties, took: (performance.now() - start) / 1000 }
}
