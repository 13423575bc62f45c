import { sql } from 'kysely'
import type { Db } from '#shared/node/platform/database/client.ts'
import { madeUpDomain } from '../made-up/residents.ts'

/** The feed that made-up documents belong to. */
export const madeUpFeed = 'Made-up records'

/** Describes data that no load created; null if there is none. */
export async function findOtherData(db: Db): Promise<string | null> {
  const { rows } = await sql<{ accounts: boolean; documents: boolean }>`
    select exists (select from "user" where email not like ${`%${madeUpDomain}`}) as accounts,
      exists (select from event
        where feed_id is distinct from (select id from feed where lower(name) = lower(${madeUpFeed}))) as documents
  `.execute(db)
  const found = [rows[0]?.accounts && 'accounts', rows[0]?.documents && 'recorded documents'].filter(Boolean)
  return found.length > 0 ? found.join(' and ') : null
}

/** Whether two addresses point to the same database, whatever the user. */
export function isSameDatabase(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)]
  const local = new Set(['localhost', '[::1]', '127.0.0.1', ''])
  const sameHost = a.hostname === b.hostname || (local.has(a.hostname) && local.has(b.hostname))
  return sameHost && (a.port || '5432') === (b.port || '5432') && a.pathname === b.pathname
}
