import cookie from '@fastify/cookie'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyInstance } from 'fastify'
import { findCurrentBuild } from '#shared/node/platform/client-folder.ts'
import { acceptedKeys } from '#shared/node/platform/secrets/keyring.ts'
import { devInboxRoutes } from './features/dev-inbox/dev-inbox.routes.ts'
import { ingestRoutes } from './features/feeds/ingest/ingest.routes.ts'
import { sendFault } from './http/api/envelope.ts'
import { defaultBodyLimit } from './http/api/json-bodies.ts'
import { restShim } from './http/api/rest-shim.ts'
import { trpcRoutes } from './http/api/trpc.ts'
import { clientFiles } from './http/client-files.ts'
import { countySlides } from './http/county-slides.ts'
import { warnAboutUnlistedProxy } from './http/forwarding-headers.ts'
import { type Shutdown, healthRoutes } from './http/health.ts'
import { shedOverload } from './http/overload.ts'
import { pageRoutes } from './http/pages/kit/page-routes.ts'
import { readPageStyle } from './http/pages/kit/page-style.ts'
import { linkPages } from './http/pages/link-pages.ts'
import { limitPipelining } from './http/pipelined-requests.ts'
import { requestLog } from './http/request-log.ts'
import { rollUploadRoutes } from './http/roll-upload.ts'
import { securityHeaders } from './http/security-headers.ts'
import { closeSilentSockets } from './http/silent-sockets.ts'
import { refuseUnreadable } from './http/unreadable-requests.ts'
import { webhookRoutes } from './http/webhooks/webhook.routes.ts'
import { stopBackgroundWork } from './platform/background-work.ts'
import type { ServerDeps } from './platform/deps.ts'
import { appRouter } from './routers/router.ts'

export type App = FastifyInstance & {
  /** Every route ('GET /healthz'), for a test of its access. */
  routeTable: string[]
  /**
   * Makes /readyz report that this server is stopping, and closes each connection with its answer; requests are still
   * served.
   */
  beginDrain(): void
}

/** Delay of the event loop in milliseconds above which the server sheds calls with 503. It stays ready. */
const defaultOverloadedMs = 2_000
const requestMs = 60_000
/** How long a new connection may stay open without sending a byte, in milliseconds. */
const defaultSilentMs = 20_000

/** Only tests differ from the defaults. */
export type AppOptions = {
  clientFolder?: string | undefined
  overloadedMs?: number | undefined
  silentMs?: number | undefined
}

/** Builds the whole HTTP server without listening. */
export async function buildApp(
  deps: ServerDeps,
  {
    clientFolder = findCurrentBuild(),
    overloadedMs = defaultOverloadedMs,
    silentMs = defaultSilentMs,
  }: AppOptions = {},
): Promise<App> {
  const { env, log } = deps
  const fastify = Fastify({
    logger: false,
    trustProxy: env.TRUSTED_PROXY.length > 0 ? env.TRUSTED_PROXY : false,
    routerOptions: { maxParamLength: 5000 },
    requestTimeout: requestMs,
    clientErrorHandler: refuseUnreadable,
    bodyLimit: defaultBodyLimit,
    forceCloseConnections: 'idle',
    // While the server closes, it still serves requests on open connections; new connections find another server.
    return503OnClosing: false,
    // URLs that cannot be parsed.
    frameworkErrors: (error, _req, reply) => void sendFault(deps, reply, error),
  })
  const routeTable: string[] = []
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat()) routeTable.push(`${verb} ${url}`)
  })
  const departure = { begun: false }
  const app: App = Object.assign(fastify, { routeTable, beginDrain: () => void (departure.begun = true) })
  app.setErrorHandler((error, _req, reply) => sendFault(deps, reply, error))
  closeSilentSockets(app.server, silentMs)
  limitPipelining(app)
  closeConnectionsAfterStop(app, departure)
  warnAboutUnlistedProxy(app, env.TRUSTED_PROXY, log)
  requestLog(app, log)
  await securityHeaders(app, env.PUBLIC_URL)
  await app.register(cookie, { secret: acceptedKeys(env.APP_SECRET, 'cookies').map((key) => key.export()) })
  // For `memoryUsage` only: `shedOverload` decides about overload.
  await app.register(underPressure)
  shedOverload(app, overloadedMs)
  healthRoutes(app, deps, departure)
  await app.register(async (scope) => restShim(scope, deps, appRouter), { prefix: '/api' })
  await app.register(async (scope) => trpcRoutes(scope, deps, appRouter), { prefix: '/trpc' })
  await app.register((scope) => ingestRoutes(scope, deps))
  await rollUploadRoutes(app, deps)
  await webhookRoutes(app, deps)
  await app.register(async (scope) => pageRoutes(scope, deps, linkPages, readPageStyle(clientFolder)))
  devInboxRoutes(app, deps)
  await clientFiles(app, deps, clientFolder)
  countySlides(app, env.SLIDES_DIR)
  // Background work is stored completely or not at all, so it need not hold up the stop.
  app.addHook('onClose', () => stopBackgroundWork(deps))
  return app
}

/**
 * While the server stops, a kept-alive connection closes with its current request, so that its caller finds another
 * server and the stop does not wait for it.
 */
function closeConnectionsAfterStop(app: App, departure: Shutdown): void {
  app.addHook('preClose', async () => {
    departure.begun = true
  })
  app.addHook('onSend', (_req, reply, _body, done) => {
    if (departure.begun) reply.header('connection', 'close')
    done()
  })
}
