import { sql } from 'kysely'
import { type FoundProperties, maxFoundProperties, type Property } from '#shared/contract/roll.ts'
import { type FindQuery, readFindQueries } from '#shared/domain/property/find-query.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { getSqlState } from '#shared/node/platform/database/retry.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { toProbes } from './probes.ts'
import { searchSettings, selectProperties } from './select-properties.queries.ts'
import { findSlips } from './slips.queries.ts'

/** A search that takes longer is given up: no text that somebody types may keep the database busy. */
const maxSearchMs = 1500
const statementTimedOut = '57014'

/**
 * The properties of the roll in use that a typed address may mean, best first: exact words before beginnings, those before
 * words one letter off, then the shorter address. Never with an owner. Without a roll, or for a text that is no address,
 * none; a search that takes too long answers none and `more`.
 */
export async function findProperties(db: Db, text: string, limit = maxFoundProperties): Promise<FoundProperties> {
  const queries = readFindQueries(text)
  if (queries.length === 0) return { properties: [], more: false }
  try {
    return await inTransaction(db, (tx) => searchCurrentRoll(tx, queries, limit))
  } catch (error) {
    if (getSqlState(error) === statementTimedOut) return { properties: [], more: true }
    throw error
  }
}

async function searchCurrentRoll(tx: Tx, queries: readonly FindQuery[], limit: number): Promise<FoundProperties> {
  const settings = { ...searchSettings, statement_timeout: String(maxSearchMs) }
  const { rows: rolls } = await sql<{ id: number | null }>`
    select (select id from roll where state = 'current') as id, set_config(name, value, true)
    from unnest(${Object.keys(settings)}::text[], ${Object.values(settings)}::text[]) as setting (name, value)`.execute(
    tx,
  )
  const rollId = rolls[0]?.id
  if (!rollId) return { properties: [], more: false }
  for (const query of queries) {
    const found = await search(tx, rollId, query, limit + 1)
    if (found.length > 0) return { properties: found.slice(0, limit), more: found.length > limit }
  }
  return { properties: [], more: false }
}

async function search(tx: Tx, rollId: number, query: FindQuery, limit: number): Promise<Property[]> {
  const probes = toProbes(query, await findSlips(tx, rollId, query.words))
  const { rows } = await selectProperties({ rollId, numbers: query.numbers, probes, limit }).execute(tx)
  return rows
}
