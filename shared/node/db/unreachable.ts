/**
 * Why a database does not let us in, in one line for the operator. Its address, which may hold a password, stays out.
 * @param variable names where the address was read
 */
export function unreachable(error: unknown, variable?: string): string {
  // Where several addresses of a name were tried, the error has a code and no words.
  const { message, code } = error as NodeJS.ErrnoException
  return `The database${variable ? ` of ${variable}` : ''} cannot be reached (${message || code || 'unknown cause'}).`
}
