import { defaultFeedFormat } from '#shared/matching/feed-format.ts'
import { parseRecord, recordKeys } from '#shared/matching/record.ts'
import type { BenchmarkResult, BenchContext } from '../benchmark.ts'
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
const long = 500
/** No name may take longer to read (ms). */
const maxMilliseconds = 50

/** Bar 13: reading a name of 500 characters and deriving its keys, relative to one of 50. Needs no database. */
export async function longNames({ quick }: BenchContext): Promise<BenchmarkResult> {
  const runs = quick ? 5 : 15
  const rounds = quick ? 50 : 200
  const read = (length: number) => async () => {
    const documents = patterns.map((pattern) => ({ parties: [{ name: fill(pattern, length) }], parcels: [] }))
    const taken = await seconds(() => {
      for (let round = 0; round < rounds; round++)
        for (const document of documents) recordKeys(parseRecord(document, defaultFeedFormat, null))
    })
    return (taken / (rounds * documents.length)) * 1e6
  }
  await read(long)()
  const compared = await measureInterleaved(runs, read(long), read(short))
  const slowest = Math.max(...(await Promise.all(patterns.map(measureOnce))))
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
      slowest > maxMilliseconds
        ? [`a name of ${long} characters took ${slowest.toFixed(0)} ms, and none may take ${maxMilliseconds}`]
        : [],
    notes: [
      `${patterns.length} kinds of names (people, joint owners, trusts, companies), each repeated up to its length, read and keyed in one process. Medians of ${runs} pairs. Of ${long} characters, the slowest kind took ${slowest.toFixed(1)} ms.`,
    ],
  }
}

const fill = (pattern: string, length: number) =>
  pattern
    .repeat(Math.ceil(length / pattern.length))
    .slice(0, length)
    .trim()

/** Milliseconds for one name of the greater length. */
async function measureOnce(pattern: string): Promise<number> {
  const document = { parties: [{ name: fill(pattern, long) }], parcels: [] }
  return 1_000 * (await seconds(() => void recordKeys(parseRecord(document, defaultFeedFormat, null))))
}
