import type { Channel } from '#shared/contract/alert.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import type { UserContext } from '#server/trpc/context.ts'
import { visibleUser } from '#server/platform/visible-user.ts'
import { liftStop, stopsOf, type UserStop } from './support.queries.ts'

/** An address or number of a user that takes no messages. */
export type StoppedAddress = Omit<UserStop, 'createdAt'> & {
  sinceFormatted: string
  /** False for a STOP, which only the phone's holder undoes, with START: the law and the provider want it so. */
  canUndo: boolean
}

const shown = ({ channel, target }: { channel: Channel; target: string }) =>
  channel === 'PHONE' ? formatPhone(target) : target

/**
 * The stops that stand on a user's addresses, numbers and account email.
 * @throws AppError `missing` for a user whom the caller may not see
 */
export async function userStops(ctx: UserContext, userId: number): Promise<StoppedAddress[]> {
  await visibleUser(ctx, userId)
  const stops = await stopsOf(ctx.db, userId)
  return stops.map(({ createdAt, ...stop }) => ({
    ...stop,
    target: shown(stop),
    sinceFormatted: formatTime(createdAt, ctx.env.COUNTY_TIME_ZONE),
    canUndo: stop.reason !== 'stop',
  }))
}

/**
 * Lifts a stop of a user's address: messages go there again.
 * @returns what to tell
 * @throws AppError `missing`; `refused` for a STOP by text
 */
export async function undoStop(ctx: UserContext, { userId, id }: { userId: number; id: number }): Promise<string> {
  const subject = await visibleUser(ctx, userId)
  return ctx.db.transaction().execute(async (tx) => {
    const [stop] = await stopsOf(tx, userId, id)
    if (!stop) throw new AppError('missing', messages.notFound)
    if (stop.reason === 'stop')
      throw new AppError('refused', 'Only the holder of the phone can undo this, by texting START to our number.')
    if (!(await liftStop(tx, id))) throw new AppError('missing', messages.notFound)
    await writeAudit(tx, {
      type: 'SUPPRESSION',
      actor: ctx.user,
      subject,
      description: 'Messages to an address were allowed again by staff.',
      oldValue: { channel: stop.channel, target: stop.target, reason: stop.reason },
      address: ctx.address,
    })
    return `Messages go to ${shown(stop)} again.`
  })
}
