/** SQLSTATE of an error of the database, '' for any other. */
export const getSqlState = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

/** SQLSTATE: what a row refers to is gone. */
export const foreignKeyViolation = '23503'

/** Tries once more where the database gave way to another transaction (40001, 40P01). `work` is a whole transaction. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!getSqlState(error).startsWith('40')) throw error
    return work()
  }
}
