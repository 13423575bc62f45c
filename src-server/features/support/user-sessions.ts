import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { findVisibleUser } from '#server/platform/visible-user.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { readLiveSession } from '../accounts/public.ts'
import { deleteSessions, listSessionRows } from './user-sessions.queries.ts'

/** A session as the support desk shows it. */
export type UserSession = {
  /** The hash of its token: it identifies the session, but cannot log anyone in. */
  id: string
  startedFormatted: string
  lastSeenFormatted: string
  userAgent: string
  address: string
  /** The caller's own session. */
  current: boolean
}

/**
 * A user's live sessions.
 * @throws AppError `missing` for a user whom the caller may not see
 */
export async function listUserSessions(deps: ServerDeps, actor: Actor, userId: number): Promise<UserSession[]> {
  await findVisibleUser(deps.db, actor, userId)
  const zone = deps.env.COUNTY_TIME_ZONE
  const { inactivityTimeLimit, inactivityTimeLimitPeriod } = (await deps.settings.current()).userAccess
  const rules = { idleMinutes: inactivityTimeLimit ? inactivityTimeLimitPeriod : null, codesDemanded: false }
  const rows = await listSessionRows(deps.db, userId)
  const live = await Promise.all(rows.map(({ id }) => readLiveSession(deps.db, id, rules)))
  return rows
    .filter((_row, index) => live[index])
    .map((row) => ({
      id: row.id,
      startedFormatted: formatTime(row.created_at, zone),
      lastSeenFormatted: formatTime(row.last_seen, zone),
      userAgent: row.user_agent,
      address: row.address,
      current: row.id === actor.session.id,
    }))
}

/**
 * Ends one session of a user, or all except the caller's own.
 * @param sessionId null for all
 * @returns how many ended
 * @throws AppError `missing` for a user whom the caller may not see, or if no such session is left
 */
export async function endSessionsForUser(
  deps: ServerDeps,
  actor: Actor,
  { userId, sessionId }: { userId: number; sessionId: string | null },
): Promise<number> {
  const subject = await findVisibleUser(deps.db, actor, userId)
  return inTransaction(deps.db, async (tx) => {
    const ended = await deleteSessions(tx, userId, { only: sessionId, except: actor.session.id })
    if (sessionId !== null && ended === 0) throw new AppError('missing', messages.notFound)
    await writeAudit(tx, {
      type: 'LOGOUT',
      actor,
      subject,
      description: sessionId === null ? 'Staff ended all sessions.' : 'Staff ended a session.',
      newValue: { ended },
      address: actor.address,
    })
    return ended
  })
}
