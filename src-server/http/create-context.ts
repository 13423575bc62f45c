import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageUserHeader, parsePageUser } from '#shared/contract/page-user.ts'
import type { ServerDeps } from '../platform/deps.ts'
import type { RefusedCaller } from '../trpc/refused-calls.ts'
import type { Sessions } from '../features/accounts/session/sessions.ts'
import { countOrRefuse } from '../platform/throttle.queries.ts'
import type { Context, CookieJar } from '../trpc/context.ts'
import { leavingOf } from '../platform/caller-left.ts'

/** Without the prefix it is still read, from before https bound it to the host, until it is renewed. */
const knownBrowser = 'known_browser'
const registration = 'registration'
/** As long as browsers keep a cookie at all. */
const knownBrowserSeconds = 400 * 24 * 3600
/** As long as a registration that is not completed is kept (decisions, section 4). */
const registrationSeconds = 7 * 24 * 3600

const nothing = Promise.resolve()

/** The caller of a request that was refused before anybody looked whose it is. */
export const strangerFor = (deps: ServerDeps, req: FastifyRequest): RefusedCaller => ({
  ...deps,
  user: null,
  session: null,
  address: req.ip,
  countCalls: () => nothing,
})

function cookieJar(req: FastifyRequest, reply: FastifyReply, { cookieName, cookieAttributes }: Sessions): CookieJar {
  const bound = (name: string) => (cookieAttributes.secure ? `__Host-${name}` : name)
  const raw = req.cookies[bound(knownBrowser)] ?? req.cookies[knownBrowser]
  const known = raw === undefined ? undefined : req.unsignCookie(raw)
  return {
    knownBrowserTokens: known?.valid && known.value ? known.value.split('.') : [],
    registrationToken: req.cookies[bound(registration)],
    setSession: (token) => void reply.setCookie(cookieName, token, cookieAttributes),
    clearSession: () => void reply.clearCookie(cookieName, cookieAttributes),
    setKnownBrowserTokens: (tokens) => {
      for (const name of new Set([knownBrowser, bound(knownBrowser)]))
        if (name in req.cookies && (tokens.length === 0 || name !== bound(knownBrowser)))
          void reply.clearCookie(name, cookieAttributes)
      if (tokens.length === 0) return
      void reply.setCookie(bound(knownBrowser), tokens.join('.'), {
        ...cookieAttributes,
        maxAge: knownBrowserSeconds,
        signed: true,
      })
    },
    setRegistrationToken: (token) =>
      void reply.setCookie(bound(registration), token, { ...cookieAttributes, maxAge: registrationSeconds }),
  }
}

/**
 * Reads who calls: cookie → session → account as it is now.
 * @param calls how many procedures this request calls: a batch of ten counts as ten
 */
export async function createContext(
  deps: ServerDeps,
  sessions: Sessions,
  req: FastifyRequest,
  reply: FastifyReply,
  calls = 1,
): Promise<Context> {
  const token = req.cookies[sessions.cookieName]
  const background = req.headers['x-background'] === '1'
  const found = token ? await sessions.read(token, { background }) : null
  let counted: Promise<void> | undefined
  return {
    ...deps,
    sessions,
    countCalls: () =>
      (counted ??= found ? countOrRefuse(deps.db, deps.env.APP_SECRET, 'calls', found.session.id, calls) : nothing),
    callerLeft: leavingOf(reply),
    session: found?.session ?? null,
    user: found?.user ?? null,
    pageUser: parsePageUser(req.headers[pageUserHeader]),
    address: req.ip,
    userAgent: (req.headers['user-agent'] ?? '').slice(0, 300),
    cookies: cookieJar(req, reply, sessions),
  }
}
