import { type Criteria, limits, noMatchOptions } from '#shared/contract/alert.ts'
import { feedLimits } from '#shared/contract/feed.ts'
import { alertKeys, decide, defaultFeedFormat, parseAlert, parseRecord, recordKeys } from '#shared/matching/public.ts'
import { fill, hostilePatterns } from '#tests/fixtures/names/hostile-names.ts'
import type { BenchmarkResult, BenchContext } from '../support/benchmark.ts'
import { measureInterleaved, seconds } from '../support/measure.ts'

/** Names as counties write them, repeated up to a length: people, joint owners, trusts, companies, marks, initials. */
const patterns = [
  'BRANDVOLD PETER QUENTIN ',
  'BRANDVOLD, PETER Q & RUTH ',
  'PETER Q AND RUTH BRANDVOLD ',
  'BRANDVOLD FAMILY TRUST AGREEMENT ',
  'BRANDVOLD LIVING TRUST, PETER & RUTH; ',
  'ALDER HOLDINGS OF THE NORTH LLC ',
  'BRANDVOLD PETER TRUSTEE UTD 5/5/1999 ',
  'BRANDVOLD PETER AKA ',
  'BRANDVOLD-ALDER, PETER / ',
  'Q. R. ',
]
const short = 50
/** The longest name that a feed may send. */
const long = feedLimits.name
/**
 * No name may take longer to read and to compare with alerts of the same words: ms of processor time on a machine that
 * reads a short name in `quietMicroseconds`. On a slower or busier one, as much longer as a short name takes.
 */
const maxMilliseconds = 50
const quietMicroseconds = 33
const tries = 3

/** Bar 13: reading a name of 500 characters and deriving its keys, relative to one of 50. Needs no database. */
export async function longNames({ quick }: BenchContext): Promise<BenchmarkResult> {
  const runs = quick ? 5 : 15
  const rounds = quick ? 50 : 200
  const read = (length: number) => async () => {
    const documents = patterns.map((pattern) => ({ parties: [{ name: fill(pattern, length).trim() }], parcels: [] }))
    const taken = await seconds(() => {
      for (let round = 0; round < rounds; round++)
        for (const document of documents) recordKeys(parseRecord(document, defaultFeedFormat, null))
    })
    return (taken / (rounds * documents.length)) * 1e6
  }
  await read(long)()
  const compared = await measureInterleaved(runs, read(long), read(short))
  const slowest = Math.max(...[...patterns, ...hostilePatterns].map(measureFastest))
  const limit = maxMilliseconds * Math.max(1, compared.limit / quietMicroseconds)
  return {
    lines: [
      {
        ...compared,
        what: `names of ${long} ÷ ${short} characters`,
        unit: 'µs a name',
        floor: 15,
        aim: 10,
        better: 'lower',
      },
    ],
    faults:
      slowest > limit
        ? [
            `a name of ${long} characters took ${slowest.toFixed(0)} ms of processor time, and none may take ${limit.toFixed(0)}`,
          ]
        : [],
    notes: [
      `${patterns.length} kinds of names (people, joint owners, trusts, companies), each repeated up to its length, read and keyed in one process. Medians of ${runs} pairs. Of those and ${hostilePatterns.length} hostile kinds with ${long} characters, the slowest took ${slowest.toFixed(1)} ms of processor time, compared with two alerts of the same words.`,
    ],
  }
}

/**
 * Milliseconds of processor time for one name of the greater length: read, keyed and decided for a person and a business
 * of the same words. The fastest of a few tries, since other work of the process may fall into one.
 */
function measureFastest(pattern: string): number {
  const name = fill(pattern, long).trim()
  const times = Array.from({ length: tries }, () => {
    const start = process.cpuUsage()
    readAndDecide(name)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1_000
  })
  return Math.min(...times)
}

function readAndDecide(name: string): void {
  const record = parseRecord({ parties: [{ name }], parcels: [] }, defaultFeedFormat, null)
  recordKeys(record)
  const alerts: Criteria[] = [
    {
      alertType: 'NAME',
      firstName: name.slice(0, limits.firstName),
      lastName: name.slice(0, limits.lastName),
      formerLastName: '',
      variants: noMatchOptions,
    },
    { alertType: 'BUSINESS', businessName: name.slice(0, limits.businessName), variants: noMatchOptions },
  ]
  for (const criteria of alerts) {
    const alert = parseAlert(criteria, null)
    alertKeys(alert)
    decide(alert, record)
  }
}
