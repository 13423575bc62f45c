import { setTimeout as sleep } from 'node:timers/promises'

/** The SQLSTATE of a database error; '' for any other error. */
export const getSqlState = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

/** SQLSTATE: the row that another row refers to does not exist. */
export const foreignKeyViolation = '23503'

/**
 * A serialization failure and a deadlock. Other errors of class 40 leave open whether the transaction was committed.
 */
const conflicts = ['40001', '40P01']

/** Long enough for a short transaction to end. */
const pauseMs = 25

/**
 * Retries once after a serialization failure or a deadlock, a moment later, so that it does not collide with the same
 * transaction again. `work` is an entire transaction.
 */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!conflicts.includes(getSqlState(error))) throw error
    await sleep(pauseMs * (1 + Math.random()))
    return work()
  }
}
