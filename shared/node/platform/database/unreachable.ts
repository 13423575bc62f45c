/**
 * Why a database cannot be reached, in one line for the operator. It may name the host, port, database or role, as the
 * driver does, but never the whole address, which may contain a password.
 * @param variable the environment variable that the address came from
 */
export function describeUnreachable(error: unknown, variable?: string): string {
  // If the driver tried several addresses of a host name, the error has a code but no message.
  const { message, code } = error as NodeJS.ErrnoException
  return `Cannot reach the database${variable ? ` in ${variable}` : ''} (${message || code || 'unknown cause'}).`
}
