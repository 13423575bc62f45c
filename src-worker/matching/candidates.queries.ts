import type { Query } from './transaction.ts'

/** The keys of a record, from shared/matching. */
type LookedUpKeys = { eventId: number; keys: string[] }
type RecordKeys = LookedUpKeys & { recordedOn: string; revised: boolean; keep: boolean }
export type Candidate = { event_id: number; alert_id: number }

// Keys travel as one text, since node-postgres would quote array items one by one. No key contains a line break.
const givenKeys = `
  with given as materialized (
    select hashtextextended(key, 0) as key_hash, event_id
    from unnest(string_to_array($1, chr(10)), $2::bigint[]) as k (key, event_id)
    order by 1
  )`

// One index scan over the sorted, distinct hashes visits each page once; the join back happens in memory.
const hits = `
  hits as materialized (
    select key_hash, alert_id from alert_key where key_hash = any (array(select key_hash from given))
  )
  select distinct given.event_id, hits.alert_id from hits join given using (key_hash)`

const find = `${givenKeys}, ${hits}`

const findAndKeep = `${givenKeys},
  kept as (
    insert into event_key (key_hash, event_id, recorded_on)
    select g.key_hash, g.event_id, e.recorded_on
    from given g join unnest($3::bigint[], $4::date[], $5::boolean[]) as e (event_id, recorded_on, revised) using (event_id)
    where not e.revised or not exists (
      select from event_key k
      where k.key_hash = g.key_hash and k.recorded_on = e.recorded_on and k.event_id = g.event_id)
    order by g.key_hash
  ), ${hits}`

const findTruncated = `
  select distinct p.event_id, t.alert_id
  from unnest($1::text[], $2::bigint[]) as p (prefix, event_id)
  join alert_text t on t.match_text >= p.prefix collate "C" and t.match_text < (p.prefix || chr(1114111)) collate "C"`

const flatten = (records: LookedUpKeys[]): [string, string] => {
  const keys: string[] = []
  const ids: number[] = []
  for (const record of records)
    for (const key of record.keys) {
      keys.push(key)
      ids.push(record.eventId)
    }
  return [keys.join('\n'), `{${ids.join(',')}}`]
}

/** Pairs of record and alert that share a key. `decide` decides each. Stores nothing. */
export async function findCandidates(query: Query, records: LookedUpKeys[]): Promise<Candidate[]> {
  if (records.length === 0) return []
  return query<Candidate>('find_candidates', find, flatten(records))
}

/** Also stores the keys of the records marked `keep`, for previews. */
export function findCandidatesAndStoreKeys(query: Query, records: RecordKeys[]): Promise<Candidate[]> {
  const kept = records.filter((record) => record.keep)
  return query<Candidate>('find_and_keep', findAndKeep, [
    ...flatten(records),
    `{${kept.map((record) => record.eventId).join(',')}}`,
    `{${kept.map((record) => record.recordedOn).join(',')}}`,
    `{${kept.map((record) => record.revised).join(',')}}`,
  ])
}

/** Pairs in which a record's name, truncated at its feed's width, begins a match text of the alert. */
export async function findByTruncatedNames(
  query: Query,
  cut: { eventId: number; prefix: string }[],
): Promise<Candidate[]> {
  if (cut.length === 0) return []
  return query<Candidate>('find_cut', findTruncated, [cut.map((name) => name.prefix), cut.map((name) => name.eventId)])
}
