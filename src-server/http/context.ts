import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServerDeps } from '../deps.ts'
import type { RefusedCaller } from '../session/refused-calls.ts'
import type { Sessions } from '../session/sessions.ts'
import { countOrRefuse } from '../session/throttle.queries.ts'
import type { Context, CookieJar } from '../trpc/context.ts'
import { leavingOf } from './caller-left.ts'

const knownBrowser = 'known_browser'
/** As long as browsers keep a cookie at all. */
const knownBrowserSeconds = 400 * 24 * 3600

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
  const raw = req.cookies[knownBrowser]
  const known = raw === undefined ? undefined : req.unsignCookie(raw)
  return {
    knownBrowserTokens: known?.valid && known.value ? known.value.split('.') : [],
    setSession: (token) => void reply.setCookie(cookieName, token, cookieAttributes),
    clearSession: () => void reply.clearCookie(cookieName, cookieAttributes),
    setKnownBrowserTokens: (tokens) =>
      void reply.setCookie(knownBrowser, tokens.join('.'), {
        ...cookieAttributes,
        maxAge: knownBrowserSeconds,
        signed: true,
      }),
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
    address: req.ip,
    userAgent: (req.headers['user-agent'] ?? '').slice(0, 300),
    cookies: cookieJar(req, reply, sessions),
  }
}
