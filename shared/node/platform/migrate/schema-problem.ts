import type { Pool } from 'pg'
import { getSqlState } from '../database/retry.ts'
import { migrationsFolder, readMigrations } from './read-migrations.ts'
import { isUnfinishedRestore, unfinishedRestoreProblem } from './unfinished-restore.ts'

/** SQLSTATE: there is no such table. */
const undefinedTable = '42P01'

/** Counted once: the files of a newer version may replace those of a running program. */
const counted = new Map<string, number>()

function countMigrations(folder: string): number {
  const count = counted.get(folder) ?? readMigrations(folder).length
  counted.set(folder, count)
  return count
}

/**
 * Why this program cannot work with the database's schema, or null if it can. It takes a single query, because servers
 * ask often.
 */
export async function schemaProblem(pool: Pool, folder = migrationsFolder): Promise<string | null> {
  const known = countMigrations(folder)
  const { rows } = await pool
    .query<{ version: number; breaking: boolean }>('select version, breaking from schema_migration order by version')
    .catch((error: unknown) => {
      if (getSqlState(error) !== undefinedTable) throw error
      return { rows: [] }
    })
  if (rows.length === 0) return 'The database has no schema yet. Run: npm run migrate'
  if (rows.some(isUnfinishedRestore)) return unfinishedRestoreProblem
  const current = rows.at(-1)?.version ?? 0
  if (current < known)
    return `The database schema is at version ${current}; this program needs ${known}. Run: npm run migrate`
  if (rows.some((row) => row.version > known && row.breaking))
    return `The database schema (version ${current}) is newer than this program (${known}) and no longer supports it. Start the newer program.`
  return null
}
