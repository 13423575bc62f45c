import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import type { OutgoingHttpHeaders } from 'node:http'

/**
 * Paths of feeds, which are programs, and of scripts and styles: headers that tell a browser how to treat a page would
 * only cost time there, as much as a kilobyte each on a slow phone.
 */
const notPages = /^\/(?:ingest|assets)\//
const forAll = ['x-content-type-options', 'cross-origin-resource-policy']

/** Browser features that a page could use and no page of ours needs. */
const unusedFeatures =
  'accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi payment screen-wake-lock serial usb xr-spatial-tracking'

/** Nothing inline and nothing from elsewhere; the HTTPS rules only if PUBLIC_URL is https. */
export async function securityHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  const https = publicUrl.startsWith('https:')
  const own = ["'self'"]
  const none = ["'none'"]
  const permissions = unusedFeatures.split(' ').map((feature) => `${feature}=()`)
  const helmetHeaders = await readHelmetHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: none,
        scriptSrc: own,
        styleSrc: own,
        imgSrc: own,
        fontSrc: own,
        connectSrc: own,
        frameSrc: own,
        manifestSrc: own,
        baseUri: none,
        formAction: own,
        frameAncestors: none,
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: 365 * 24 * 3600, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  })
  const headers: [string, string][] = [...helmetHeaders, ['permissions-policy', permissions.join(', ')]]
  const forOthers = headers.filter(([name]) => forAll.includes(name))
  app.addHook('onRequest', ({ url }, reply, done) => {
    for (const [name, value] of notPages.test(url) ? forOthers : headers) reply.raw.setHeader(name, value)
    done()
  })
}

/** The headers that helmet sets. It would compute the same ones for every request. */
async function readHelmetHeaders(options: FastifyHelmetOptions): Promise<[string, string][]> {
  const guarded = Fastify()
  await guarded.register(helmet, options)
  const plain = await answerHeaders(Fastify())
  return Object.entries(await answerHeaders(guarded))
    .filter(([name]) => !(name in plain))
    .map(([name, value]) => [name, String(value)])
}

async function answerHeaders(app: FastifyInstance): Promise<OutgoingHttpHeaders> {
  const { headers } = await app.inject('/')
  await app.close()
  return headers
}
