import { sql } from 'kysely'
import { type FoundProperties, maxFoundProperties, type Property } from '#shared/contract/roll.ts'
import { type FindQuery, readFindQueries } from '#shared/domain/property/find-query.ts'
import { listHalves, namesUnit, readApartOrTogether, withoutUnits } from '#shared/domain/property/other-readings.ts'
import { splitParcel } from '#shared/matching/parcels/parcel.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { getSqlState } from '#shared/node/platform/database/retry.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { findPropertiesByParcel } from './parcels.queries.ts'
import { toProbes } from './probes.ts'
import { searchSettings, selectProperties } from './select-properties.queries.ts'
import { findSlips } from './slips.queries.ts'

/** The server cancels a statement that takes longer: no typed text may keep the database busy. */
const maxSearchMs = 1500
/** After this time we try no other reading of a text. */
const maxReadingsMs = 2 * maxSearchMs
const statementTimedOut = '57014'
const nothing: FoundProperties = { properties: [], more: false }

/**
 * The properties of the roll in use that a typed address may mean, best first: exact words before beginnings,
 * beginnings before words one letter off, then the shorter address. If there are none, the parcel of that number; then
 * words written separately or together; then, as near matches, the building of an apartment that the roll lacks. Never
 * includes an owner. Empty without a roll, or for a text that is not an address; a search that takes too long returns
 * no properties and `more`.
 */
export async function findProperties(db: Db, text: string, limit = maxFoundProperties): Promise<FoundProperties> {
  const queries = readFindQueries(text)
  if (queries.length === 0 && !mayBeParcel(text)) return nothing
  try {
    return await inTransaction(db, (tx) => searchCurrentRoll(tx, { text, queries, limit }))
  } catch (error) {
    if (getSqlState(error) === statementTimedOut) return { properties: [], more: true }
    throw error
  }
}

type Search = { rollId: number; limit: number; endsAt: number }

async function searchCurrentRoll(
  tx: Tx,
  { text, queries, limit }: { text: string; queries: readonly FindQuery[]; limit: number },
): Promise<FoundProperties> {
  const settings = { ...searchSettings, statement_timeout: String(maxSearchMs) }
  const { rows: rolls } = await sql<{ id: number | null }>`
    select (select id from roll where state = 'current') as id, set_config(name, value, true)
    from unnest(${Object.keys(settings)}::text[], ${Object.values(settings)}::text[]) as setting (name, value)`.execute(
    tx,
  )
  const rollId = rolls[0]?.id
  if (!rollId) return nothing
  const search = { rollId, limit, endsAt: performance.now() + maxReadingsMs }
  const found = await searchInTurn(tx, search, queries)
  if (isAnswer(found)) return found
  const byNumber = mayBeParcel(text) ? await findByNumber(tx, text) : undefined
  if (byNumber) return { properties: [byNumber], more: false }
  const respelled = await respell(tx, rollId, queries)
  const foundRespelled = await searchInTurn(tx, search, respelled)
  return isAnswer(foundRespelled) ? foundRespelled : searchBuilding(tx, search, [...queries, ...respelled])
}

const isAnswer = ({ properties, more }: FoundProperties): boolean => properties.length > 0 || more

async function searchInTurn(tx: Tx, search: Search, queries: readonly FindQuery[]): Promise<FoundProperties> {
  for (const query of queries) {
    if (performance.now() > search.endsAt) return { properties: [], more: true }
    const found = await searchOnce(tx, search, query)
    if (found.length > 0) return { properties: found.slice(0, search.limit), more: found.length > search.limit }
  }
  return nothing
}

/** The building without its apartments: the other apartments are not the user's. */
async function searchBuilding(tx: Tx, search: Search, queries: readonly FindQuery[]): Promise<FoundProperties> {
  const found = await searchInTurn(tx, search, withoutUnits(queries))
  const properties = found.properties.filter(({ address }) => !namesUnit(address))
  if (properties.length === 0) return { properties, more: found.more && found.properties.length === 0 }
  return { properties, more: found.more && properties.length === found.properties.length, near: true }
}

const longestParcel = 50
const mayBeParcel = (text: string): boolean => /\d/.test(text) && text.trim().length <= longestParcel

/** The parcel whose complete number was typed into the box for an address, with or without its separators. */
async function findByNumber(tx: Tx, text: string): Promise<Property | undefined> {
  const found = (await findPropertiesByParcel(tx, [text])).get(text)
  if (!found || splitParcel(found.parcelId).join('') !== splitParcel(text).join('')) return undefined
  const { parcelId, address, city, zip } = found
  return { parcelId, address, city, zip }
}

/** The shortest query with words written separately or together. */
async function respell(tx: Tx, rollId: number, queries: readonly FindQuery[]): Promise<FindQuery[]> {
  const query = queries.at(-1)
  if (!query) return []
  const halves = [...new Set(listHalves(query))]
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${halves}::text[]) as half (word)
    where exists (select from place_word w where w.roll_id = ${rollId} and w.word = half.word)`.execute(tx)
  const known = new Set(rows.map(({ word }) => word))
  return readApartOrTogether(query, (word) => known.has(word))
}

async function searchOnce(tx: Tx, { rollId, limit }: Search, query: FindQuery): Promise<Property[]> {
  const probes = toProbes(query, await findSlips(tx, rollId, query.words))
  const { rows } = await selectProperties({ rollId, numbers: query.numbers, probes, limit: limit + 1 }).execute(tx)
  return rows
}
