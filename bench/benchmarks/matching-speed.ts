import type { Population } from '#scripts/made-up/population.ts'
import { type ParsedAlert, parseAlert, alertKeys, decide } from '#shared/matching/public.ts'
import { connect } from '#shared/node/platform/database/client.ts'
import { createAlertCache } from '#worker/matching/decide-batch.ts'
import type { TakenEvent } from '#worker/matching/take-events.queries.ts'
import type { BenchmarkResult, BenchContext } from '../support/benchmark.ts'
import { inSets } from '../support/in-sets.ts'
import { matchOnly, readAll, toTakenEvents } from '../support/matching.ts'
import { measureInterleaved, seconds } from '../support/measure.ts'

/** Bar 2: matching the same records in PostgreSQL and with a map of all keys in this process's memory. */
export async function matchingSpeed({ filled, population, quick, print }: BenchContext): Promise<BenchmarkResult> {
  const alerts = quick ? 100_000 : 1_000_000
  const records = quick ? 2_000 : 20_000
  const runs = quick ? 3 : 5
  const { pool, end } = connect((await filled(alerts)).url, { max: 1 })
  const map = makeMap(population, alerts)
  print(`   ${map.size.toLocaleString('en-US')} keys in the map`)
  const readAlerts = createAlertCache()
  const matches: [number, number][] = []

  const ours = async (events: TakenEvent[]) => {
    let found = 0
    for (const set of inSets(events, 1_000)) found += (await matchOnly(pool, readAll(set), readAlerts)).length
    return found
  }
  const inMemory = (events: TakenEvent[]) => {
    let found = 0
    for (const { record, keys } of readAll(events)) {
      const candidates = new Set<ParsedAlert>()
      for (const key of keys) for (const alert of map.get(key) ?? []) candidates.add(alert)
      for (const alert of candidates) if (decide(alert, record)) found++
    }
    return found
  }
  const perSecond = async (run: number, side: number, match: (events: TakenEvent[]) => Promise<number> | number) => {
    const events = toTakenEvents(population, (run + 1) * records, records)
    const taken = await seconds(async () => {
      ;(matches[run] ??= [0, 0])[side] = await match(events)
    })
    return records / taken
  }
  try {
    const warm = toTakenEvents(population, 0, records)
    await ours(warm)
    inMemory(warm)
    const sides = await measureInterleaved(
      runs,
      (run) => perSecond(run, 0, ours),
      (run) => perSecond(run, 1, inMemory),
    )
    const differing = matches.filter(([our, limit]) => our !== limit)
    return {
      lines: [
        {
          ...sides,
          what: `matching ÷ map in memory, ${alerts.toLocaleString('en-US')} alerts`,
          unit: 'records/s',
          floor: 0.4,
          aim: 0.7,
          better: 'higher',
        },
      ],
      faults: differing.map(([our, limit]) => `${our} matches in the database, ${limit} in memory`),
      notes: [
        `Both read the records, derive their keys and apply the rule; sets of 1,000, one connection. Medians of ${runs} pairs of ${records.toLocaleString('en-US')} records.`,
      ],
    }
  } finally {
    await end()
  }
}

function makeMap(population: Population, alerts: number): Map<string, ParsedAlert[]> {
  const map = new Map<string, ParsedAlert[]>()
  for (let index = 0; index < alerts; index++) {
    const alert = parseAlert(population.alertAt(index).criteria, null)
    for (const key of new Set(alertKeys(alert))) {
      const found = map.get(key)
      if (found) found.push(alert)
      else map.set(key, [alert])
    }
  }
  return map
}
