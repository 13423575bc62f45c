import { type RawBuilder, sql } from 'kysely'
import type { Property } from '#shared/contract/roll.ts'
import type { Probe } from './probes.ts'

/** What to select: `numbers`, any of which must be the house number, the first being best, and what else must match. */
export type Selection = { rollId: number; numbers: string[]; probes: Probe[]; limit: number }

// cspell:ignore nestloop
/**
 * Settings of the transaction that a search runs in: they rule out a plan that was once a second slower than the
 * others.
 */
export const searchSettings = { jit: 'off', enable_nestloop: 'off', enable_mergejoin: 'off' } as const

/** Of more hits than this, we sort only those of the best rank: no reader goes through so many. */
const maxSorted = 1000

/** Probes as rows (n, is_number, first, last, rank). */
const probeRows = (probes: readonly Probe[]): RawBuilder<unknown> => sql`
  unnest(${probes.map(({ n }) => n)}::int[], ${probes.map(({ scope }) => scope === 'number')}::boolean[],
    ${probes.map(({ first }) => first)}::text[], ${probes.map(({ last }) => last)}::text[],
    ${probes.map(({ rank }) => rank)}::int[]) as probe (n, is_number, first, last, rank)`

const meetsProbe = sql`w.word between probe.first and probe.last`

/** Which places match which words, and how well at best. */
const placeHits = (rollId: number, probes: readonly Probe[]) => sql`
  place_hit as materialized (
    select w.place_id, probe.n, min(probe.rank) as rank
    from ${probeRows(probes.filter(({ scope }) => scope === 'place'))}
    cross join lateral (select place_id from place_word w where w.roll_id = ${rollId} and ${meetsProbe} offset 0) w
    group by w.place_id, probe.n)`

/**
 * The condition that a place matches all words that no number or unit can match: it avoids most of their lookups.
 * @param place the column with the place's id
 */
function isOpenPlace(place: RawBuilder<unknown>, probes: readonly Probe[]) {
  const own = new Set(probes.filter(({ scope }) => scope !== 'place').map(({ n }) => n))
  const others = [...new Set(probes.map(({ n }) => n))].filter((n) => !own.has(n))
  return others.length === 0
    ? sql`true`
    : sql`${place} in (
        select place_id from place_hit where n = any (${others}::int[])
        group by place_id having count(*) = ${others.length})`
}

/** From hits of lines: the lines that match every word, best rank first. */
const completeLines = (words: number) => sql`
  complete as (
    select line, sum(rank) as rank
    from (select line, n, min(rank) as rank from hit group by line, n) best
    group by line having count(*) = ${words}
    order by 2, line limit ${maxSorted})`

/** Among equals the shorter address, then by number. Parcels of one address stay together. */
const sortProperties = (rollId: number, found: RawBuilder<unknown>, limit: number) => sql`
  select p.parcel_id as "parcelId", p.address, p.city, p.zip
  from ${found} found cross join lateral (
    select * from parcel where roll_id = ${rollId} and line = found.line offset 0) p
  order by found.rank, length(p.address), p.house_number, p.address, p.city, p.zip, p.line
  limit ${limit}`

/** The parcels with one of the house numbers, whose place or units match the other words. The number is a word too. */
function selectByNumber({ rollId, numbers, probes, limit }: Selection, words: number) {
  const own = probes.filter(({ scope }) => scope !== 'place')
  return sql<Property>`
    with ${placeHits(rollId, probes)},
    candidate as materialized (
      select line, place_id, least(min(array_position(${numbers}::text[], word)), 2) - 1 as rank
      from parcel_word
      where roll_id = ${rollId} and is_number and word = any (${numbers}::text[])
      group by line, place_id),
    hit as (
      select line, -1 as n, rank from candidate
      union all
      select c.line, h.n, h.rank from candidate c join place_hit h on h.place_id = c.place_id
      ${
        own.length === 0
          ? sql``
          : sql`
            union all
            select c.line, probe.n, probe.rank
            from candidate c
            cross join lateral (
              select false as is_number, unnest(p.units) as word
              from parcel p where p.roll_id = ${rollId} and p.line = c.line
              union all
              select true, unnest(p.numbers) from parcel p where p.roll_id = ${rollId} and p.line = c.line
              offset 0
            ) w
            join ${probeRows(own)} on probe.is_number = w.is_number and ${meetsProbe}
            where ${isOpenPlace(sql`c.place_id`, probes)}`
      }),
    ${completeLines(words + 1)}
    ${sortProperties(rollId, sql`complete`, limit)}`
}

/**
 * The first parcels of the best places that match every word, and those whose numbers or units match the remaining
 * words.
 */
function selectByPlace({ rollId, probes, limit }: Selection, words: number) {
  const own = probes.filter(({ scope }) => scope !== 'place')
  const inBestPlaces = sql`
    best_place as (
      select h.place_id, sum(h.rank) as rank
      from place_hit h join parcel_place on roll_id = ${rollId} and id = h.place_id
      group by h.place_id, length having count(*) = ${words}
      order by 2, length, h.place_id limit ${limit}),
    in_place as (
      select first_parcels.line, best_place.rank
      from best_place cross join lateral (
        select p.line from parcel p where p.roll_id = ${rollId} and p.place_id = best_place.place_id
        order by p.house_number, p.line limit ${limit}) first_parcels)`
  if (own.length === 0)
    return sql<Property>`
      with ${placeHits(rollId, probes)}, ${inBestPlaces}
      ${sortProperties(rollId, sql`in_place`, limit)}`
  return sql<Property>`
    with ${placeHits(rollId, probes)}, ${inBestPlaces},
    own_hit as materialized (
      select w.line, w.place_id, probe.n, min(probe.rank) as rank
      from ${probeRows(own)}
      cross join lateral (
        select line, place_id from parcel_word w
        where w.roll_id = ${rollId} and w.is_number = probe.is_number and ${meetsProbe} offset 0) w
      where ${isOpenPlace(sql`w.place_id`, probes)}
      group by w.line, w.place_id, probe.n),
    hit as (
      select line, n, rank from own_hit
      union all
      select o.line, h.n, h.rank
      from (select distinct line, place_id from own_hit) o join place_hit h on h.place_id = o.place_id),
    ${completeLines(words)}
    ${sortProperties(rollId, sql`(select line, min(rank) as rank from (table in_place union all table complete) both_ways group by line)`, limit)}`
}

/**
 * The statement that answers a search, best first. Its lookups by index are lateral, and `searchSettings` forbids
 * nested loops elsewhere: how many rows a word matches varies too much for estimates.
 */
export function selectProperties(selection: Selection) {
  const words = new Set(selection.probes.map(({ n }) => n)).size
  return selection.numbers.length > 0 ? selectByNumber(selection, words) : selectByPlace(selection, words)
}
