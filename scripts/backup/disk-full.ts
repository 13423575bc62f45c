import fs from 'node:fs'
import { getSqlState } from '#shared/node/platform/database/retry.ts'

/** The messages of Node and PostgreSQL; PostgreSQL's own programs, such as initdb, have them only in their output. */
const codes = ['ENOSPC', '53100']
const words = /No space left on device|Check free disk space/

/** Whether a command failed because a disk was full. */
export const isDiskFull = (error: unknown): boolean =>
  codes.includes(getSqlState(error)) || (error instanceof Error && words.test(error.message))

/** SQLSTATEs of a server that stops or starts, and the driver's words for a connection that ended. */
const lost = /^(57P0[123]|ECONN\w+|EPIPE)$/
const lostWords = /^Connection terminated/

/** Whether a connection to a database ended in the middle of the work. */
export const isConnectionLost = (error: unknown): boolean =>
  lost.test(getSqlState(error)) || (error instanceof Error && lostWords.test(error.message))

/**
 * Twice a file of PostgreSQL's write-ahead log: without room for the next file, it stops immediately and tells no
 * connection why.
 */
const spareBytes = 2 * 16 * 1024 * 1024

/** Whether PostgreSQL may have stopped because the disk with this folder is full. */
export function isNearlyFull(folder: string): boolean {
  const { bavail, bsize } = fs.statfsSync(folder)
  return bavail * bsize < spareBytes
}

/** Why a restore or a rehearsal failed, in plain words. */
export function describeFailure(error: unknown): string {
  if (isDiskFull(error)) return 'The disk of the database is full. Free space there, and run the command again.'
  if (isConnectionLost(error))
    return 'The database ended the connection. Its log says why: perhaps its disk is full. Then run the command again.'
  return error instanceof Error ? error.message : String(error)
}
