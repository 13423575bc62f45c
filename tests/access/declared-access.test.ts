/* oxlint-disable no-underscore-dangle -- tRPC keeps a procedure's definition in _def. */
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { type Access, accessRules, checkAccess } from '#server/trpc/access.ts'
import { recentPasswordRules } from '#server/trpc/recent-password.ts'
import { metaOf, procedures, restRoutes } from '#tests/helpers/procedures.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { plainRoutes } from './expected/routes.ts'

// One route for every verb; its procedures are checked above.
const methodsOfTrpc = /^[A-Z]+ \/trpc\/:path(?:\(.*\))?$/

let server: TestServer
beforeAll(async () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  server = await startTestServer({
    env: {
      SENDGRID_WEBHOOK_KEY: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      TWILIO_AUTH_TOKEN: 'token of tests',
    },
  })
})
afterAll(() => server.stop())

test.each(Object.keys(procedures))('%s declares who may call it', (name) => {
  expect(Object.keys(accessRules)).toContain(metaOf(name).access)
})

test('every procedure refuses a field that it does not know, but a reading by the id in its address', () => {
  const accepting = Object.entries(procedures).flatMap(([name, procedure]) => {
    const { inputs = [] } = procedure._def as unknown as { inputs?: ZodType[] }
    const issues = inputs.flatMap((input) => input.safeParse({ noSuchField: 1 }).error?.issues ?? [])
    return inputs.length === 0 || issues.some(({ code }) => code === 'unrecognized_keys') ? [] : [name]
  })
  expect(accepting.toSorted()).toEqual(['controlPanel.alert', 'notices.own', 'userManager.user', 'userView.alert'])
})

test('only mutations ask for the password again', () => {
  const mutations = Object.keys(procedures).filter((name) => procedures[name]?._def.type === 'mutation')
  expect(Object.keys(recentPasswordRules).filter((name) => !mutations.includes(name))).toEqual([])
})

test('every route is a procedure or declares its own authentication', () => {
  const generated = restRoutes().map(({ method, path }) => `${method} /api${path}`)
  const undeclared = server.app.routeTable.filter((route) => {
    if (methodsOfTrpc.test(route)) return false
    const read = route.replace(/^HEAD /, 'GET ')
    return !generated.includes(read) && !(read in plainRoutes)
  })
  expect(undeclared).toEqual([])
  // The last one exists only if the client is built.
  const gone = Object.keys(plainRoutes).filter((route) => route !== 'GET /*' && !server.app.routeTable.includes(route))
  expect(gone).toEqual([])
  expect(generated.filter((route) => !server.app.routeTable.includes(route))).toEqual([])
})

test('no two procedures claim the same path', () => {
  const paths = restRoutes().map(({ method, path }) => `${method} ${path}`)
  expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([])
})

const administrator = {
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

test.each(Object.keys(accessRules) as Access[])(
  '%s refuses an administrator without the required authenticator app, unless it declares otherwise',
  (access) => {
    const user = { ...administrator, mustSetUpCode: true }
    const check = () => checkAccess(access, { caller: { user, session: { id: 'x', hasRecentPassword: true } } })
    if (access === 'anyone' || access.endsWith('BeforeCode')) expect(check).not.toThrow()
    else expect(check).toThrow('Please set up your authenticator app first.')
  },
)
