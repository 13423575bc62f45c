import { getSqlState } from './retry.ts'

/** SQLSTATEs: no connection, too few resources, shutting down or starting, and a primary that was replaced. */
const states = /^(08|53|57P0|25006)/
/** The messages of the driver, its pool and our sockets that have no code. */
const words =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed)|The database connection is silent)/

/** Whether a network connection was lost or could not be made. */
export const isSocketFault = (error: unknown): boolean =>
  /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET)/.test(getSqlState(error))

/**
 * Whether the database accepts no calls now: it cannot be reached, refuses connections, is stopping, or its disk is
 * full.
 */
export function isDatabaseAway(error: unknown): boolean {
  // The web server sets a status for errors that its caller caused: a client that hangs up in the middle of a body
  // resets a connection, too.
  if (!(error instanceof Error) || 'statusCode' in error) return false
  if ('severity' in error) return error.severity === 'FATAL' || states.test(getSqlState(error))
  return isSocketFault(error) || words.test(error.message)
}
