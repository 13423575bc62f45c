/** The SQLSTATE of a database error; '' for any other error. */
export const getSqlState = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

/** SQLSTATE: the row that another row refers to does not exist. */
export const foreignKeyViolation = '23503'

/** Retries once after a serialization failure or a deadlock (40001, 40P01). `work` is a whole transaction. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!getSqlState(error).startsWith('40')) throw error
    return work()
  }
}
