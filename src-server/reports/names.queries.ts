import { sql } from 'kysely'
import type { Db } from '#shared/node/db/client.ts'
import { showPhone } from '#shared/rules/phone.ts'
import type { Numbered } from './words.ts'

/** What each kind of row is known by to people. */
const sources = {
  email: sql`select id, address as name from email_address`,
  phone: sql`select id, number as name from phone`,
  user: sql`select id, username as name from "user"`,
  alert: sql`select id, name from alert`,
  record: sql`select id, document_id as name from event`,
  message: sql`select id, target as name from notice`,
} as const satisfies Record<Numbered, unknown>

/** The names of those rows that are still there. */
export async function namesOf(db: Db, what: Numbered, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; name: string }>`${sources[what]} where id = any(${ids})`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name.startsWith('+') ? showPhone(name) : name]))
}
