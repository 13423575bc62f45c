import type pg from 'pg'

/** Runs one prepared statement; `name` keeps its plan on the connection. */
export type Query = <Row>(name: string, text: string, values: unknown[]) => Promise<Row[]>

/**
 * Runs a transaction on its own connection without a query builder: this is the hot path.
 * @param opening statements without parameters, sent together with BEGIN
 */
export async function inTransaction<T>(pool: pg.Pool, opening: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(`begin; ${opening}`)
    const result = await work(async (name, text, values) => (await client.query({ name, text, values })).rows)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => (broken = lost))
    // The connection has plans from before a migration, so it is discarded.
    if (error instanceof Error && 'code' in error && error.code === '0A000') broken = error
    throw error
  } finally {
    client.release(broken)
  }
}
