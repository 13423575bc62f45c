import type pg from 'pg'

/** Runs one prepared statement; `name` keeps its plan on the connection. */
export type Query = <Row>(name: string, text: string, values: unknown[]) => Promise<Row[]>

/**
 * One transaction on a connection of its own, without a query builder between: this is the hot path.
 * @param opening statements sent together with BEGIN, without parameters
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
    // Plans made before a migration: they go with their connection.
    if (error instanceof Error && 'code' in error && error.code === '0A000') broken = error
    throw error
  } finally {
    client.release(broken)
  }
}
