import { getSqlState } from '#shared/node/platform/database/retry.ts'

/** What Node and PostgreSQL say about it: the latter's own programs, such as initdb, in their output alone. */
const codes = ['ENOSPC', '53100']

/** Whether a command failed because a disk was full. */
export const isDiskFull = (error: unknown): boolean =>
  codes.includes(getSqlState(error)) || (error instanceof Error && error.message.includes('No space left on device'))
