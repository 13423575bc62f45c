import { sql } from 'kysely'
import { randomAt } from '#scripts/made-up/random.ts'
import { readRecordPage } from '#server/features/alerts/list-records.ts'
import { cardSize } from '#shared/contract/paging.ts'
import { type Connection, connect } from '#shared/node/platform/database/client.ts'
import { preparedQuery } from '#shared/node/platform/database/prepared-query.ts'
import { byIndexes } from '../limits/notice-statements.ts'
import type { BenchmarkResult, BenchContext } from '../support/benchmark.ts'
import { fillHistory, historyUsers as users, rowsPerRecord } from '../support/fill-history.ts'
import { measureInterleaved, seconds } from '../support/measure.ts'

/** Ten records are twenty rows. */
const shown = cardSize * rowsPerRecord

/**
 * Bar 8: the last ten records of a resident's history with all their rows, as the page groups them, compared with
 * reading the same rows with their documents and notices by key.
 */
export async function history({ cluster, quick }: BenchContext): Promise<BenchmarkResult> {
  const rows = quick ? 100_000 : 1_000_000
  const looks = quick ? 1000 : 3000
  const runs = quick ? 3 : 5
  const database = await cluster.create('history')
  await fillHistory(database, rows)
  const connection = connect(database.url, { max: 1 })
  const byKey = connect(database.url, { max: 1, settings: byIndexes })
  const faults: string[] = []

  const perSecond = async (run: number, look: (userId: number) => Promise<number>) => {
    const random = randomAt(8, run)
    const took = await seconds(async () => {
      for (let n = 0; n < looks; n++) {
        const userId = 1 + random.below(users)
        const found = await look(userId)
        if (found !== Math.min(shown, rows / users)) faults.push(`${found} rows of history for resident ${userId}`)
      }
    })
    return looks / took
  }
  const lastTen = async (userId: number) => {
    const { records } = await readRecordPage(connection, { userId }, { timeZone: 'America/Chicago', limit: cardSize })
    return records.reduce((sum, { deliveries }) => sum + deliveries.length, 0)
  }
  try {
    await perSecond(99, lastTen)
    const sides = await measureInterleaved(
      runs,
      (run) => perSecond(run, lastTen),
      (run) => perSecond(run, (userId) => byKeys(byKey, readKeys(userId, rows))),
    )
    return {
      lines: [
        {
          ...sides,
          what: `last ten records of history ÷ the same rows by key, ${rows.toLocaleString('en-US')} rows`,
          unit: 'looks/s',
          floor: 0.75,
          aim: 0.9,
          better: 'higher',
        },
      ],
      faults: faults.slice(0, 5),
      notes: [
        `Ours finds ten records of two rows each and their exact number, and answers them with their documents, notices and answers, grouped and written as the page shows them; the limit is the same rows with their documents and notices, by their keys, as they come from the database. Both are planned once, each on one connection; residents drawn at random, each row of one on another page. Medians of ${runs} pairs of ${looks.toLocaleString('en-US')} looks.`,
      ],
    }
  } finally {
    await connection.end()
    await byKey.end()
    await database.drop()
  }
}

/** A resident's rows are spread out, because they arrive over months. */
const readKeys = (userId: number, rows: number) =>
  Array.from({ length: shown }, (_, place) => rows - users * (place + 1) + userId)

async function byKeys(connection: Connection, ids: number[]): Promise<number> {
  const statement = sql<{ id: number }>`
    select h.id, h.alert_name, h.criteria, h.channel, h.target, h.match, h.unsent_reason, h.created_at, h.notice_id,
      n.accepted_at, n.state, n.reason, n.possibly_twice, e.document_id, e.document_type, e.document_description,
      e.document_url, e.recorded_at, e.recorded_on, e.recorded_has_time
    from outgoing_event h join event e on e.id = h.event_id left join notice n on n.id = h.notice_id
    where h.id = any(${ids}::bigint[])`
  return (await preparedQuery(connection, 'by_keys', statement)).length
}
