import { type BenchDatabase, withOwner } from './database.ts'

/** The residents, by their ids from 1 on, who share the history evenly. */
export const historyUsers = 20_000
/** Two alerts of the resident meet each record. */
export const rowsPerRecord = 2

/** Writes that many rows of history, with their records and notices. */
export async function fillHistory(database: BenchDatabase, rows: number): Promise<void> {
  const records = rows / rowsPerRecord
  await withOwner(database, async (client) => {
    // Indexes that the history's page never uses take most of the time.
    for (const index of ['notice_once', 'notice_user', 'notice_recipient', 'notice_accepted', 'event_received'])
      await client.query(`drop index ${index}`)
    await client.query(`insert into event (feed_id, document_id, content_hash, document_type, recorded_at,
        recorded_has_time, recorded_on, parties, parcels)
      select 1, 'D' || n, '', 'WD', now(), true, current_date, '[]', '[]' from generate_series(1, ${records}) n`)
    await client.query(`insert into notice (kind, template, event_id, revision, user_id, owner_key, channel, target, state,
        accepted_at)
      select 'match', 'match', 1 + n % ${records}, 1, 1 + (n - 1) % ${historyUsers}, 1 + (n - 1) % ${historyUsers}, 'EMAIL',
        'resident' || n / ${records} || '@bench.example', 'delivered', now() from generate_series(1, ${rows}) n`)
    await client.query(`insert into outgoing_event (user_id, event_id, revision, alert_id, alert_name, criteria, channel,
        recipient_id, target, match, notice_id, created_at)
      select 1 + (n - 1) % ${historyUsers},
        1 + ((n - 1) / ${historyUsers * rowsPerRecord} * ${historyUsers} + (n - 1) % ${historyUsers}) % ${records}, 1, n, 'My name', 'Thessaly Brandvold', 'EMAIL', 1,
        'resident@bench.example', '{"recordRaw": "BRANDVOLD, THESSALY", "sentence": "The name is the same."}', n,
        now() - interval '1 year' + n * interval '1 second'
      from generate_series(1, ${rows}) n`)
    await client.query('vacuum (analyze)')
  })
}
