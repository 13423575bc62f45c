import { sql } from 'kysely'
import { type Connection, connect } from '#shared/node/platform/database/client.ts'
import { preparedQuery } from '#shared/node/platform/database/prepared-query.ts'
import { listHistory } from '#server/features/alerts/outgoing-event.queries.ts'
import { randomAt } from '#scripts/made-up/random.ts'
import type { BenchmarkResult, BenchContext } from '../benchmark.ts'
import { type BenchDatabase, withOwner } from '../support/database.ts'
import { byIndexes } from '../limits/notice-statements.ts'
import { measureInterleaved, seconds } from '../support/measure.ts'

const users = 20_000
/** Two alerts of the resident meet each record: ten records are twenty rows. */
const rowsPerRecord = 2
const shown = 10 * rowsPerRecord

/**
 * Bar 8: the last ten records of a resident's history with all their rows, with the page's own query, compared with reading the same
 * rows with their documents and notices by key.
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
  const lastTen = async (userId: number) =>
    (await listHistory(connection, { userId }, { timeZone: 'America/Chicago', limit: shown })).length
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
        `Ours answers ten records of two rows each with their documents and notices, read from their own tables and written as the page shows them; the limit is the same rows with their documents and notices, by their keys, as they come from the database. Both are planned once, each on one connection; residents drawn at random, each row of one on another page. Medians of ${runs} pairs of ${looks.toLocaleString('en-US')} looks.`,
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

async function fillHistory(database: BenchDatabase, rows: number): Promise<void> {
  await withOwner(database, async (client) => {
    // Indexes that this page never uses take most of the time.
    for (const index of ['notice_once', 'notice_user', 'notice_recipient', 'notice_accepted', 'event_received'])
      await client.query(`drop index ${index}`)
    await client.query(`insert into event (feed_id, document_id, content_hash, document_type, recorded_at,
        recorded_has_time, recorded_on, parties, parcels)
      select 1, 'D' || n, '', 'WD', now(), true, current_date, '[]', '[]' from generate_series(1, ${rows / 10}) n`)
    await client.query(`insert into notice (kind, template, event_id, revision, user_id, owner_key, channel, target, state,
        accepted_at)
      select 'match', 'match', 1 + n % ${rows / 10}, 1, 1 + (n - 1) % ${users}, 1 + (n - 1) % ${users}, 'EMAIL',
        'resident@bench.example', 'delivered', now() from generate_series(1, ${rows}) n`)
    await client.query(`insert into outgoing_event (user_id, event_id, revision, alert_id, alert_name, criteria, channel,
        recipient_id, target, match, notice_id, created_at)
      select 1 + (n - 1) % ${users},
        1 + ((n - 1) / ${users * rowsPerRecord} * ${users} + (n - 1) % ${users}) % ${rows / 10}, 1, n, 'My name', 'Thessaly Brandvold', 'EMAIL', 1,
        'resident@bench.example', '{"recordRaw": "BRANDVOLD, THESSALY", "sentence": "The name is the same."}', n,
        now() - interval '1 year' + n * interval '1 second'
      from generate_series(1, ${rows}) n`)
    await client.query('vacuum (analyze)')
  })
}
