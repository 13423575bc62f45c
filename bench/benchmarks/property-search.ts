import { sql } from 'kysely'
import { makeProperties } from '#scripts/made-up/properties.ts'
import { randomAt } from '#scripts/made-up/random.ts'
import { findProperties } from '#shared/node/domain/roll/find-properties.queries.ts'
import { connect, type Db } from '#shared/node/platform/database/client.ts'
import type { BenchmarkResult, BenchContext } from '../support/benchmark.ts'
import { fillRoll } from '../support/fill-roll.ts'
import { measureInterleaved, percentile, seconds } from '../support/measure.ts'

/** Searches that must find their property, before any is timed. */
const checked = 500

/**
 * Bar 14: the search of the parcel roll, as residents type, compared with a sequential scan of the addresses for the same
 * words.
 */
export async function propertySearch({ cluster, quick }: BenchContext): Promise<BenchmarkResult> {
  const parcels = quick ? 50_000 : 500_000
  const runs = quick ? 3 : 5
  const searches = quick ? 100 : 1000
  // A scan takes so long that fewer tell as much.
  const scans = quick ? 20 : 40
  const properties = makeProperties(14)
  const database = await cluster.create('property_search')
  const { db, end } = connect(database.url, { max: 2 })
  const drawTexts = (run: number, count: number) => {
    const random = randomAt(141, run)
    return Array.from({ length: count }, () => {
      const property = properties.propertyAt(random.below(parcels))
      return { property, ...properties.typedFor(property, random) }
    })
  }
  try {
    const loading = await seconds(() => fillRoll(database, properties, parcels))
    const faults: string[] = []
    for (const { property, text } of drawTexts(99, checked).filter((drawn) => drawn.sure)) {
      const found = await findProperties(db, text)
      const isOut = found.properties.length === 0 || !found.more
      if (isOut && !found.properties.some(({ parcelId }) => parcelId === property.parcelId))
        faults.push(`'${text}' does not find ${property.address}, ${property.city}`)
    }
    const all: number[] = []
    const sides = await measureInterleaved(
      runs,
      async (run) => {
        const times = await time(
          drawTexts(run, searches).map(({ text }) => text),
          (text) => findProperties(db, text),
        )
        all.push(...times)
        return percentile(times, 0.95)
      },
      async (run) =>
        percentile(
          await time(
            drawTexts(run, scans).map(({ text }) => text),
            (text) => scanFor(db, text),
          ),
          0.95,
        ),
    )
    const milliseconds = (part: number) => `${percentile(all, part).toFixed(1)} ms`
    return {
      lines: [
        {
          ...sides,
          what: `property search p95 ÷ sequential scan p95, ${parcels.toLocaleString('en-US')} parcels`,
          unit: 'ms',
          floor: 0.5,
          aim: 0.25,
          better: 'lower',
        },
      ],
      faults: [...faults, ...(percentile(all, 0.95) < 100 ? [] : [`p95 of ${milliseconds(0.95)} is not below 100 ms`])],
      notes: [
        `${searches} searches a run: numbers with beginnings of streets, whole addresses in any form, with city and zip, with a letter wrong, streets alone, and single common words. p50 ${milliseconds(0.5)}, p95 ${milliseconds(0.95)}, p99 ${milliseconds(0.99)}, slowest ${milliseconds(1)}. The roll loads in ${loading.toFixed(0)} s. The scan finds the same words anywhere in the address as stored, without forms, slips or ranks.`,
      ],
    }
  } finally {
    await end()
    await database.drop()
  }
}

async function time(texts: string[], look: (text: string) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (const text of texts) times.push(1000 * (await seconds(() => look(text))))
  return times
}

async function scanFor(db: Db, text: string): Promise<void> {
  const patterns = text
    .split(/[ ,#]+/)
    .filter(Boolean)
    .map((word) => `%${word}%`)
  await sql`
    select parcel_id, address, city, zip from parcel
    where roll_id = (select id from roll where state = 'current')
      and address || ' ' || city || ' ' || zip ilike all (${patterns}::text[])
    order by length(address), address limit 9`.execute(db)
}
