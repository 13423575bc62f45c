import { NodePostgresAdapter } from '@lucia-auth/adapter-postgresql'
import { type Adapter, Lucia, TimeSpan } from 'lucia'
import { createHash, randomBytes } from 'node:crypto'
import type { ServerDeps } from '#server/platform/deps.ts'
import type { Sessions } from '#server/platform/sessions.ts'
import { maxSessionHours } from '#shared/domain/user/session.ts'
import { type LiveSession, readLiveSession, touchSession } from './session.queries.ts'

declare module 'lucia' {
  interface Register {
    UserId: number
    Lucia: Lucia<{ live: LiveSession | undefined }>
    DatabaseSessionAttributes: { live?: LiveSession; user_agent?: string; address?: string }
  }
}

// A session's id is the hash of its token, so that a reader of the table cannot use it.
const toSessionId = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * `last_seen` is written at most once a minute; more often with a very short idle limit, so that no session ends early.
 */
const touchAfterSeconds = (idleMinutes: number | null) => (idleMinutes === null ? 60 : Math.min(60, idleMinutes * 6))

/** Sessions, kept by lucia, which only this file knows. */
export function createSessions({ db, pool, env, settings }: Pick<ServerDeps, 'db' | 'pool' | 'env' | 'settings'>) {
  const secure = env.PUBLIC_URL.startsWith('https:')
  const rules = async () => {
    const { userAccess, service } = await settings.current()
    return {
      idleMinutes: userAccess.inactivityTimeLimit ? userAccess.inactivityTimeLimitPeriod : null,
      codesDemanded: service.totpForAdministrators,
    }
  }
  const stored = new NodePostgresAdapter(pool, { user: 'user', session: 'session' })
  const adapter: Adapter = {
    setSession: (session) => stored.setSession(session),
    getUserSessions: (userId) => stored.getUserSessions(userId),
    deleteSession: (id) => stored.deleteSession(id),
    deleteUserSessions: (userId) => stored.deleteUserSessions(userId),
    deleteExpiredSessions: () => stored.deleteExpiredSessions(),
    // Lucia slides the expiry on use; the absolute limit forbids it.
    updateSessionExpiration: async () => {},
    // One statement that applies all our rules, instead of lucia's two that know only the expiry.
    async getSessionAndUser(id) {
      const live = await readLiveSession(db, id, await rules())
      if (!live) return [null, null]
      return [
        { id, userId: live.user.id, expiresAt: live.expiresAt, attributes: { live } },
        { id: live.user.id, attributes: {} },
      ]
    },
  }
  const lucia = new Lucia(adapter, {
    sessionExpiresIn: new TimeSpan(maxSessionHours, 'h'),
    sessionCookie: { name: secure ? '__Host-session' : 'session', attributes: { secure } },
    getSessionAttributes: ({ live }) => ({ live }),
  })

  const readById = async (sessionId: string, { background }: { background: boolean }) => {
    const { session } = await lucia.validateSession(sessionId)
    if (!session?.live) return null
    const { id, hasRecentPassword, idleSeconds, user } = session.live
    if (!background && idleSeconds > touchAfterSeconds((await rules()).idleMinutes)) await touchSession(db, id)
    return { session: { id, hasRecentPassword }, user }
  }

  const sessions: Sessions = {
    cookieName: lucia.sessionCookieName,
    cookieAttributes: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
    async begin(userId, { userAgent, address }) {
      const token = randomBytes(32).toString('base64url')
      await lucia.createSession(userId, { user_agent: userAgent, address }, { sessionId: toSessionId(token) })
      return token
    },
    read: (token, how) => readById(toSessionId(token), how),
    readById: (id) => readById(id, { background: false }),
    end: (id) => lucia.invalidateSession(id),
    endToken: (token) => lucia.invalidateSession(toSessionId(token)),
  }
  return sessions
}
