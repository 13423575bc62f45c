import type pg from 'pg'
import { type ParsedRecord, visitNames } from '#shared/matching/public.ts'
import type { Query } from './transaction.ts'

/** About 50 MB; a county of a million people has some 100,000 distinct names. */
const maxKnown = 500_000
/** Names that this process has stored or found stored, by database: a batch sends only new ones. */
const knownNames = new WeakMap<pg.Pool, Set<string>>()

// In one order, so that two transactions cannot wait for each other in a circle. No name contains a line break.
const insertNames = `
  insert into held_word (word) select word from unnest(string_to_array($1, chr(10))) as given (word) order by word
  on conflict do nothing`

/** Far longer than any name of an alert; an index of the database takes none of some thousand bytes. */
const maxLength = 100

/** Stores names; those that are stored already stay, and no alert has a name as long as those left out. */
export async function storeNames(query: Query, names: ReadonlySet<string>): Promise<void> {
  const short = [...names].filter((name) => name.length <= maxLength)
  if (short.length > 0) await query('hold_names', insertNames, [short.join('\n')])
}

/**
 * Stores the names of these records' people that are not stored yet, for previews of alerts with typing slips. If it
 * fails, or the process ends first, a name waits for the next record that has it.
 */
export async function storeNewNames(pool: pg.Pool, records: ParsedRecord[]): Promise<void> {
  const known = knownNames.get(pool) ?? new Set()
  const fresh = new Set<string>()
  for (const record of records)
    visitNames(record, (name) => {
      if (!known.has(name)) fresh.add(name)
    })
  if (fresh.size === 0) return
  await storeNames(async (name, text, values) => (await pool.query({ name, text, values })).rows, fresh)
  const kept = known.size + fresh.size > maxKnown ? new Set<string>() : known
  for (const name of fresh) kept.add(name)
  knownNames.set(pool, kept)
}
