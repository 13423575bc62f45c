/**
 * Why a database does not let us in, in one line for the operator. It may name the host, the port, the database or the
 * role, as the driver does; never the whole address, which may hold a password.
 * @param variable names where the address was read
 */
export function describeUnreachable(error: unknown, variable?: string): string {
  // Where several addresses of a name were tried, the error has a code and no words.
  const { message, code } = error as NodeJS.ErrnoException
  return `Cannot reach the database${variable ? ` in ${variable}` : ''} (${message || code || 'unknown cause'}).`
}
