import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServerDeps } from '../deps.ts'
import type { Sessions } from '../session/sessions.ts'
import type { Context, CookieJar } from '../trpc/context.ts'

const knownBrowser = 'known_browser'
/** As long as browsers keep a cookie at all. */
const knownBrowserSeconds = 400 * 24 * 3600

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

/** Reads who calls: cookie → session → account as it is now. */
export async function createContext(
  deps: ServerDeps,
  sessions: Sessions,
  req: FastifyRequest,
  reply: FastifyReply,
): Promise<Context> {
  const token = req.cookies[sessions.cookieName]
  const background = req.headers['x-background'] === '1'
  const found = token ? await sessions.read(token, { background }) : null
  return {
    ...deps,
    sessions,
    session: found?.session ?? null,
    user: found?.user ?? null,
    address: req.ip,
    userAgent: (req.headers['user-agent'] ?? '').slice(0, 300),
    cookies: cookieJar(req, reply, sessions),
  }
}
