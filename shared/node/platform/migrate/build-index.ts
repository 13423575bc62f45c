import type { Client } from 'pg'
import { getSqlState } from '../database/retry.ts'

// cspell:ignore indexrelid indisvalid indisready

/** SQLSTATE: rows repeat what a unique index allows once. */
const uniqueViolation = '23505'

/** An index could not be built. The message is for the operator; the cause is PostgreSQL's error. */
export class IndexNotBuilt extends Error {
  override name = 'IndexNotBuilt'
}

/**
 * Builds an index while others write. Removes what a killed run left of it first, and what its own failure leaves.
 * @param sql creates the index concurrently if it does not exist
 * @throws IndexNotBuilt
 */
export async function buildIndex(client: Client, index: string, sql: string): Promise<void> {
  await dropUnfinished(client, index)
  try {
    await runUnlimited(client, sql)
  } catch (error) {
    const left = await dropUnfinished(client, index).then(
      () => 'What was built of it has been removed.',
      () => 'The next run removes what was built of it.',
    )
    throw new IndexNotBuilt(`${describe(error, index)} ${left} Then run npm run migrate again.`, { cause: error })
  }
}

function describe(error: unknown, index: string): string {
  const { message, detail } = error as { message: string; detail?: string }
  if (getSqlState(error) !== uniqueViolation) return `Index ${index} could not be built: ${message}.`
  return `Unique index ${index} could not be built, because rows repeat: ${detail ?? message} Correct these rows.`
}

/** An index that is not valid is the rest of a build that ended early. It costs every write, and no query uses it. */
async function dropUnfinished(client: Client, index: string): Promise<void> {
  const { rows } = await client.query('select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
    index,
  ])
  if (rows.length > 0) await runUnlimited(client, `drop index concurrently ${index}`)
}

/** Whether the index exists and is complete. */
export async function isBuilt(client: Client, index: string): Promise<boolean> {
  const { rows } = await client.query(
    'select 1 from pg_index where indexrelid = to_regclass($1) and indisvalid and indisready',
    [index],
  )
  return rows.length > 0
}

/**
 * Runs a statement without a time limit. It waits for transactions that began before it, but no reader or writer waits
 * behind it, and a time limit would only leave it half done.
 */
export async function runUnlimited(client: Client, sql: string): Promise<void> {
  const { rows } = await client.query<{ lock: string; statement: string }>(
    `select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`,
  )
  await client.query('set lock_timeout = 0; set statement_timeout = 0')
  try {
    await client.query(sql)
  } finally {
    await client
      .query(`select set_config('lock_timeout', $1, false), set_config('statement_timeout', $2, false)`, [
        rows[0]?.lock,
        rows[0]?.statement,
      ])
      .catch(() => {}) // The connection is gone, and its settings with it.
  }
}
