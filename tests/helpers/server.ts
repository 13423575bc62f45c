import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { App } from '#server/app.ts'
import { hashing } from '#server/features/accounts/account/password.ts'
import { type RunningServer, type ServerOverrides, startServer } from '#server/start.ts'
import type { Envelope } from '#shared/contract/envelope.ts'
import { connecting } from '#shared/node/platform/database/client.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { testEnv } from './environment.ts'

export type TestServer = RunningServer & { database: TestDatabase }

/** A server of a test takes calls, hashes passwords and connects to its database however busy its machine is. */
export function bePatient(): { overloadedMs: number } {
  connecting.waitMs = 120_000
  hashing.maxWaitMs = 120_000
  return { overloadedMs: 600_000 }
}

/**
 * A server on a test database of its own, reached by `app.inject`; with `listen: true` also by `address`.
 * @param env overrides of the configuration
 */
export async function startTestServer({
  env = {},
  ...overrides
}: { env?: Record<string, string> } & ServerOverrides = {}): Promise<TestServer> {
  const database = await createTestDatabase()
  try {
    const server = await startServer(testEnv(database.appUrl, env), {
      listen: false,
      settingsMaxAgeMs: 0,
      ...bePatient(),
      ...overrides,
    })
    return {
      ...server,
      database,
      stop: async () => {
        await server.stop()
        await database.drop()
      },
    }
  } catch (error) {
    await database.drop()
    throw error
  }
}

/** Headers that a browser sends with calls from our own pages. */
const samePageHeaders = { 'sec-fetch-site': 'same-origin' }

export type Browser = {
  cookies: Record<string, string>
  /** Calls as our own page does and keeps the cookies; returns the complete response. */
  inject(options: InjectOptions): Promise<LightMyRequestResponse>
  get<Content = unknown>(path: string): Promise<{ status: number; body: Envelope<Content> }>
  post<Content = unknown>(path: string, body?: unknown): Promise<{ status: number; body: Envelope<Content> }>
  /** Calls a tRPC procedure; `data` is its reply, `error` tRPC's error. */
  query<Data = unknown>(procedure: string, input?: unknown): Promise<TrpcAnswer<Data>>
  mutate<Data = unknown>(procedure: string, input?: unknown): Promise<TrpcAnswer<Data>>
}
type TrpcAnswer<Data> = {
  status: number
  data: Data
  error: { message: string; data: { code: string; fields: Record<string, string>; status?: 'LOGIN' } } | undefined
}

const toQueryString = (input: unknown) =>
  input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`

let browsers = 0
/** Gives each browser its own address block, so that login throttles do not interfere. */
function nextAddress(): string {
  browsers += 1
  return `10.${(browsers >> 8) & 255}.${browsers & 255}.9`
}

/** A browser with its own cookies, on the given app. REST paths are below /api. */
export function newBrowser(app: App, remoteAddress = nextAddress()): Browser {
  const cookies: Record<string, string> = {}
  async function inject(options: InjectOptions) {
    const response = await app.inject({
      remoteAddress,
      ...options,
      headers: { ...samePageHeaders, ...options.headers },
      cookies: { ...cookies, ...options.cookies },
    })
    for (const { name, value } of response.cookies) {
      if (value === '') delete cookies[name]
      else cookies[name] = decodeURIComponent(value)
    }
    return response
  }
  const rest = async <Content>(options: InjectOptions) => {
    const response = await inject(options)
    return { status: response.statusCode, body: response.json<Envelope<Content>>() }
  }
  async function trpc<Data>(options: InjectOptions): Promise<TrpcAnswer<Data>> {
    const response = await inject(options)
    const body = response.json<{ result?: { data: Data }; error?: TrpcAnswer<Data>['error'] }>()
    return { status: response.statusCode, data: body.result?.data as Data, error: body.error }
  }
  return {
    cookies,
    inject,
    get: (path) => rest({ method: 'GET', url: `/api/${path}` }),
    post: (path, body = {}) => rest({ method: 'POST', url: `/api/${path}`, payload: body as object }),
    query: (procedure, input) => trpc({ method: 'GET', url: `/trpc/${procedure}${toQueryString(input)}` }),
    mutate: (procedure, input = {}) => trpc({ method: 'POST', url: `/trpc/${procedure}`, payload: input as object }),
  }
}

/**
 * A browser logged in through the real login.
 * @throws Error with the refusal if it was refused
 */
export async function logIn(
  app: App,
  { username, password }: { username: string; password: string },
  browser = newBrowser(app),
): Promise<Browser> {
  const { status, body } = await browser.post('auth/login', { username, password })
  if (status !== 200 || !body.ok) throw new Error(`The login of ${username} was refused (${status}): ${body.message}`)
  return browser
}
