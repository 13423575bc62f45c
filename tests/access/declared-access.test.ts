import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Access, accessRules, checkAccess } from '#server/trpc/access.ts'
import { metaOf, procedures, restRoutes } from '#server/http/rest-shim.ts'
import { type Role, rights, roles } from '#shared/contract/roles.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { type Browser, newBrowser, signIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

/** Routes that no procedure stands behind, each with the proof that it asks for. A new one must be entered here. */
const ownRoutes: Record<string, string> = {
  'GET /healthz': 'anyone: says only that the process is up',
  'GET /readyz': 'anyone: says only whether the database and its schema serve',
  'GET /metrics': 'the bearer token METRICS_TOKEN',
  'GET /config/landnotificationui/product.json': 'anyone: two addresses',
  'GET /config/translations/:file': "anyone: the county's own translation",
  'POST /ingest/v1/events': 'a feed key',
  'POST /webhooks/sendgrid': "SendGrid's signature over the raw body",
  'POST /webhooks/twilio/status': "Twilio's signature",
  'POST /webhooks/twilio/inbound': "Twilio's signature",
  'POST /unsubscribe/:token': 'the signed token of a message (RFC 8058)',
  'GET /outbox/messages': 'the embedded database, and a caller on this machine without a proxy',
  'GET /*': 'anyone: files of the built client',
}
// One route for every verb; the procedures behind it are walked above.
const methodsOfTrpc = /^[A-Z]+ \/trpc\/:path$/

let server: TestServer
const browsers = {} as Record<Role, Browser>
let anonymous: Browser
beforeAll(async () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  server = await startTestServer({
    env: {
      SENDGRID_WEBHOOK_KEY: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      TWILIO_AUTH_TOKEN: 'token of tests',
    },
  })
  anonymous = newBrowser(server.app)
  for (const role of roles) browsers[role] = await signIn(server.app, await makeUser(server.deps.db, { role }))
})
afterAll(() => server.stop())

test.each(Object.keys(procedures))('%s says who may call it', (name) => {
  expect(Object.keys(accessRules)).toContain(metaOf(name).access)
})

test('every route is a procedure of the router or states its own proof', () => {
  const generated = restRoutes().map(({ method, path }) => `${method} /api${path}`)
  const undeclared = server.app.routeTable.filter((route) => {
    if (methodsOfTrpc.test(route)) return false
    const read = route.replace(/^HEAD /, 'GET ')
    return !generated.includes(read) && !(read in ownRoutes)
  })
  expect(undeclared).toEqual([])
  // The last one is there only where the client is built.
  const gone = Object.keys(ownRoutes).filter((route) => route !== 'GET /*' && !server.app.routeTable.includes(route))
  expect(gone).toEqual([])
  expect(generated.filter((route) => !server.app.routeTable.includes(route))).toEqual([])
})

test('no two procedures claim one path', () => {
  const paths = restRoutes().map(({ method, path }) => `${method} ${path}`)
  expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([])
})

/** What the table of roles says of one caller. */
function mayCall(access: Access, role: Role | null): boolean {
  const rule: { signedIn: boolean; right?: 'ownProfile' | 'controlPanel' | 'technical' } = accessRules[access]
  if (!rule.signedIn) return true
  if (!role) return false
  return rule.right === undefined || rights[role][rule.right]
}

// These end sessions that the cells after them need; a POST tells who may call the second.
const endsSessions = (method: string, procedure: string) =>
  procedure === 'auth.logout' || (method === 'GET' && procedure === 'controlPanel.countyConfig.endUserSessions')

describe.each(restRoutes().filter(({ method, procedure }) => !endsSessions(method, procedure)))(
  '$method $path',
  ({ method, path, procedure }) => {
    test.each([null, ...roles])('%s', async (role) => {
      const access = metaOf(procedure).access ?? 'anyone'
      const browser = role ? browsers[role] : anonymous
      // An unknown key: whoever may call is told that their input is wrong, and nothing is changed.
      const answer = await browser.inject({
        method,
        url: `/api${path.replaceAll(/:\w+/g, '999999')}`,
        ...(method === 'POST' ? { payload: { noSuchKey: true } } : {}),
      })
      if (mayCall(access, role)) expect(answer.statusCode).not.toBe(403)
      else {
        expect(answer.statusCode).toBe(403)
        expect(answer.json()).toMatchObject({ ok: false, content: role ? null : { status: 'LOGIN' } })
      }
    })
  },
)

test.each(Object.entries(accessRules).filter(([, rule]) => 'fresh' in rule))(
  '%s wants a log-in of the last 15 minutes',
  (access) => {
    const user = {
      id: 1,
      username: 'x',
      role: 'FOREVER',
      firstName: '',
      lastName: '',
      email: '',
      language: 'ENGLISH',
      totpOn: false,
      mustSetUpCode: false,
    } as const
    const check = (fresh: boolean) => () => checkAccess(access as Access, { user, session: { id: 'x', fresh } })
    expect(check(true)).not.toThrow()
    expect(check(false)).toThrow('Please enter your password again to do this.')
  },
)

test.each(Object.keys(accessRules) as Access[])(
  '%s is closed to an administrator without the authenticator app that the county demands, unless it says otherwise',
  (access) => {
    const user = {
      id: 1,
      username: 'x',
      role: 'FOREVER',
      firstName: '',
      lastName: '',
      email: '',
      language: 'ENGLISH',
      totpOn: false,
      mustSetUpCode: true,
    } as const
    const check = () => checkAccess(access, { user, session: { id: 'x', fresh: true } })
    if (access === 'anyone' || access.endsWith('BeforeCode')) expect(check).not.toThrow()
    else expect(check).toThrow('Please set up your authenticator app first.')
  },
)
