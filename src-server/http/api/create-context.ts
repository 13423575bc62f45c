import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CookieJar } from '#server/platform/actor.ts'
import { createCallerSignal } from '#server/platform/caller-left.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import type { CurrentSession, Sessions } from '#server/platform/sessions.ts'
import { countAllOrThrow } from '#server/platform/throttle/throttle.queries.ts'
import type { Context } from '#server/trpc/context.ts'
import type { RefusedContext } from '#server/trpc/refused-calls.ts'
import { pageUserHeader, parsePageUser } from '#shared/contract/page-user.ts'

/** The name of the cookie before https bound it to the host: we still read it until it is renewed. */
const knownBrowser = 'known_browser'
const registration = 'registration'
/** The longest that browsers keep a cookie. */
const knownBrowserSeconds = 400 * 24 * 3600
/** As long as we keep an incomplete registration. */
const registrationSeconds = 7 * 24 * 3600

const nothing = Promise.resolve()

const getUserAgent = (req: FastifyRequest) => (req.headers['user-agent'] ?? '').slice(0, 300)

/** For a request that we refuse before we read who sent it. */
export const createAnonymousContext = (deps: ServerDeps, req: FastifyRequest): RefusedContext => ({
  deps,
  caller: { user: null, session: null, address: req.ip, userAgent: getUserAgent(req) },
  countCalls: () => nothing,
})

const keep = () => undefined
const noCookies: CookieJar = {
  knownBrowserTokens: [],
  registrationToken: undefined,
  setSession: keep,
  clearSession: keep,
  setKnownBrowserTokens: keep,
  setRegistrationToken: keep,
}

/**
 * For a form that carries its own ticket: it uses no cookie and opens no session.
 * @param sessionId of the reader for whom the form is signed, who may have logged out since
 */
export async function createFormContext(
  deps: ServerDeps,
  req: FastifyRequest,
  reply: FastifyReply,
  sessionId: string | null,
): Promise<Context> {
  const found = sessionId === null ? null : await deps.sessions.readById(sessionId)
  const anonymous = createAnonymousContext(deps, req)
  return {
    ...anonymous,
    caller: { ...anonymous.caller, user: found?.user ?? null, session: found?.session ?? null },
    countCalls: countCallsOf(deps, found?.session),
    cookies: noCookies,
    callerLeft: createCallerSignal(reply),
  }
}

/** Counts the calls of a request against its session's limit, once. */
function countCallsOf({ db, env }: ServerDeps, session: CurrentSession | undefined, calls = 1): () => Promise<void> {
  let counted: Promise<void> | undefined
  return () =>
    (counted ??= session ? countAllOrThrow(db, env.APP_SECRET, 'calls', { of: session.id, tries: calls }) : nothing)
}

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
 * Reads who calls: cookie → session → current account.
 * @param calls how many procedures this request calls: a batch of ten counts as ten
 */
export async function createContext(
  deps: ServerDeps,
  req: FastifyRequest,
  reply: FastifyReply,
  calls = 1,
): Promise<Context> {
  const { sessions } = deps
  const token = req.cookies[sessions.cookieName]
  const background = req.headers['x-background'] === '1'
  const found = token ? await sessions.read(token, { background }) : null
  return {
    deps,
    caller: {
      user: found?.user ?? null,
      session: found?.session ?? null,
      address: req.ip,
      userAgent: getUserAgent(req),
    },
    countCalls: countCallsOf(deps, found?.session, calls),
    callerLeft: createCallerSignal(reply),
    pageUser: parsePageUser(req.headers[pageUserHeader]),
    cookies: cookieJar(req, reply, sessions),
  }
}
