import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Nothing inline and nothing from elsewhere; the HTTPS-only rules only where PUBLIC_URL is https. */
export async function securityHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  const https = publicUrl.startsWith('https:')
  const own = ["'self'"]
  const none = ["'none'"]
  await app.register(helmet, {
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
}
