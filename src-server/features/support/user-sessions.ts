import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { readLiveSession } from '../accounts/session/session.queries.ts'
import type { UserContext } from '#server/trpc/context.ts'
import { visibleUser } from '#server/platform/visible-user.ts'
import { deleteSessions, sessionsOf } from './user-sessions.queries.ts'

/** A session as the support desk shows it. */
export type UserSession = {
  /** The hash of its token: names the session, opens nothing. */
  id: string
  startedFormatted: string
  lastSeenFormatted: string
  userAgent: string
  address: string
  /** The one in which the caller looks at this. */
  current: boolean
}

/**
 * A user's sessions that are still good.
 * @throws AppError `missing` for a user whom the caller may not see
 */
export async function userSessions(ctx: UserContext, userId: number): Promise<UserSession[]> {
  await visibleUser(ctx, userId)
  const zone = ctx.env.COUNTY_TIME_ZONE
  const { inactivityTimeLimit, inactivityTimeLimitPeriod } = (await ctx.settings.current()).userAccess
  const rules = { idleMinutes: inactivityTimeLimit ? inactivityTimeLimitPeriod : null, codesDemanded: false }
  const rows = await sessionsOf(ctx.db, userId)
  const live = await Promise.all(rows.map(({ id }) => readLiveSession(ctx.db, id, rules)))
  return rows
    .filter((_row, index) => live[index])
    .map((row) => ({
      id: row.id,
      startedFormatted: formatTime(row.created_at, zone),
      lastSeenFormatted: formatTime(row.last_seen, zone),
      userAgent: row.user_agent,
      address: row.address,
      current: row.id === ctx.session.id,
    }))
}

/**
 * Ends one session of a user, or all; the caller's own, in which this is asked, stays.
 * @param sessionId null for all
 * @returns how many ended
 * @throws AppError `missing` for a user whom the caller may not see, or where no such session is left
 */
export async function endUserSessions(
  ctx: UserContext,
  { userId, sessionId }: { userId: number; sessionId: string | null },
): Promise<number> {
  const subject = await visibleUser(ctx, userId)
  return ctx.db.transaction().execute(async (tx) => {
    const ended = await deleteSessions(tx, userId, { only: sessionId, except: ctx.session.id })
    if (sessionId !== null && ended === 0) throw new AppError('missing', messages.notFound)
    await writeAudit(tx, {
      type: 'LOGOUT',
      actor: ctx.user,
      subject,
      description: sessionId === null ? 'Staff ended all sessions.' : 'Staff ended a session.',
      newValue: { ended },
      address: ctx.address,
    })
    return ended
  })
}
