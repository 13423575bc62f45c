import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { isDatabaseAway } from '#shared/node/platform/database/away.ts'
import { UnconfirmedCommit } from '#shared/node/platform/database/standby.ts'

const retryAfterSeconds = 10

/**
 * The refusal for a call that the database could not take, or whose commit no standby confirmed: it counts as not
 * saved, and a second try may succeed. Undefined for any other error.
 */
export const asUnavailable = (error: unknown): AppError | undefined =>
  error instanceof UnconfirmedCommit || isDatabaseAway(error)
    ? new AppError('unavailable', messages.busy, { retryAfter: retryAfterSeconds })
    : undefined
