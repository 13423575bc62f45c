import type pg from 'pg'
import type { Query } from './transaction.ts'

/** SQL: records that could not be matched and were not queued again: they lie in quarantine, or staff discarded them. */
export const unmatchedIds = `
  select event_id from quarantine where stage = 'matching' and event_id is not null and outcome is distinct from 'retried'`

/** SQL: stores records in quarantine, unchanged, with the reason $2. */
const storeEvents = (from: string) => `
  insert into quarantine (feed_id, stage, event_id, document_id, body, problems)
  select e.feed_id, 'matching', e.id, e.document_id,
    json_build_object('documentIdentifier', e.document_id, 'documentType', e.document_type,
      'documentDescription', e.document_description, 'recordedAt', e.recorded_at, 'documentUrl', e.document_url,
      'legalDescription', e.legal_description, 'parties', e.parties, 'parcels', e.parcels,
      'situsAddresses', e.situs_addresses, 'restricted', e.restricted, 'extra', e.extra),
    jsonb_build_array(case when e.restricted then 'Matching this record failed.' else $2::text end)
  from ${from}`

/**
 * Counts a failed try of one record. The next try waits 2 s, then 10 s, 50 s and so on up to 10 minutes. After the last
 * try, the record moves from the queue to the quarantine, unchanged, with the reason.
 * @returns true if it is now in quarantine
 */
export async function recordFailure(pool: pg.Pool, eventId: number, reason: string, tries: number): Promise<boolean> {
  const { rows } = await pool.query<{ quarantined: boolean }>({
    name: 'note_failure',
    text: `
      with noted as (
        update match_queue
        set attempts = attempts + 1, not_before = now() + least(2 * 5 ^ attempts, 600) * interval '1 s'
        where event_id = $1 and attempts + 1 < $3 returning event_id
      ), given_up as (
        delete from match_queue where event_id = $1 and attempts + 1 >= $3 returning event_id
      ), ended as (
        update restricted_content set matched_at = now() where event_id in (select event_id from given_up)
      ), stored as (
        ${storeEvents('given_up g join event e on e.id = g.event_id')} returning id
      )
      select exists(select from stored) as quarantined`,
    values: [eventId, reason, tries],
  })
  return rows[0]?.quarantined ?? false
}

/** Puts a record into quarantine that is not in the queue. */
export async function setAside(query: Query, eventId: number, reason: string): Promise<void> {
  await query('set_aside', storeEvents('event e where e.id = $1::bigint'), [eventId, reason])
}
