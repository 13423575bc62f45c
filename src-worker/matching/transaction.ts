import type pg from 'pg'
import { inClientTransaction } from '#shared/node/platform/database/transaction.ts'

/** Runs one prepared statement; `name` keeps its plan on the connection. */
export type Query = <Row>(name: string, text: string, values: unknown[]) => Promise<Row[]>

/** A transaction of prepared statements; `opening` as for `inClientTransaction`. */
export const inMatchingTransaction = <T>(
  pool: pg.Pool,
  opening: string,
  work: (query: Query) => Promise<T>,
): Promise<T> =>
  inClientTransaction(
    pool,
    (client) => work(async (name, text, values) => (await client.query({ name, text, values })).rows),
    opening,
  )
