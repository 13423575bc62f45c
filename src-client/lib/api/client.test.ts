// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { messages } from '#shared/contract/messages.ts'
import { startTexts } from '../i18n/i18n.ts'
import { trpcClient } from './client.ts'
import { getErrorMessage, getUnansweredMessage, isUnanswered } from './errors.ts'

beforeAll(startTexts)
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const page = { headers: { 'content-type': 'text/html' } }

test.each<[string, () => Response, string]>([
  [
    'the page of a proxy that finds no server',
    () => new Response('<h1>Bad Gateway</h1>', { status: 502, statusText: 'Bad Gateway', ...page }),
    'HTTP status 502 (Bad Gateway)',
  ],
  [
    'a refusal without a word',
    () => new Response(null, { status: 500, statusText: 'Internal Server Error' }),
    'HTTP status 500 (Internal Server Error)',
  ],
  ['the page of a network that wants a log-in', () => new Response('<h1>Welcome</h1>', page), messages.wrapperProvider],
  [
    'the envelope of a server that is too busy',
    () => Response.json({ ok: false, message: messages.busy }, { status: 503 }),
    `ERROR: ${messages.busy}`,
  ],
])('shows for %s the right message', async (_what, answer, text) => {
  vi.stubGlobal('fetch', async () => answer())
  const error: unknown = await trpcClient.home.all.query().catch((thrown: unknown) => thrown)
  expect(getErrorMessage(error)).toBe(text)
})

test('says that no answer arrived', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  const error: unknown = await trpcClient.home.all.query().catch((thrown: unknown) => thrown)
  expect(getErrorMessage(error)).toMatch(/We could not reach the service\./)
})

const silent = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

test.each<[string, (signal: AbortSignal) => Promise<unknown>]>([
  ['no answer', silent],
  [
    'an answer whose body never ends',
    async (signal) => Object.assign(Response.json([]), { json: () => silent(signal), text: () => silent(signal) }),
  ],
])('gives up %s after half a minute, and lets the reader try again', async (_what, answer) => {
  const limit = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  vi.stubGlobal('fetch', (_input: string, { signal }: { signal: AbortSignal }) => answer(signal))
  const call = trpcClient.home.all.query().catch((thrown: unknown) => thrown)
  await vi.waitFor(() => expect(timeout).toHaveBeenCalledWith(30_000), { timeout: 60_000 })
  // As the browser does when the time is over.
  setTimeout(() => limit.abort(new DOMException('signal timed out', 'TimeoutError')))
  const error = await call
  expect(getErrorMessage(error)).toBe('We got no answer in 30 seconds. Please try again.')
  expect(isUnanswered(error)).toBe(true)
})

test('says without a network that there is none, and a form adds that the typed text is kept', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  const error: unknown = await trpcClient.home.all.query().catch((thrown: unknown) => thrown)
  expect(getErrorMessage(error)).toBe('You are offline. Check your connection and try again.')
  expect(getUnansweredMessage(error)).toBe('You are offline. What you typed is kept.')
})

test('puts no parameter of a call in an address', async () => {
  const asked: [url: string, method: string | undefined, body: unknown][] = []
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    asked.push([url, method, body])
    return Response.json([{ result: { data: {} } }])
  })
  await trpcClient.userManager.users.query({ filterText: 'halloway' })
  // Calls that load with the page, at the addresses that it names.
  await trpcClient.currentUser.loginStatus.query()
  await trpcClient.helperdata.landnotification.query()
  expect(asked).toEqual([
    ['/trpc/userManager.users?batch=1', 'POST', expect.stringContaining('halloway')],
    ['/trpc/currentUser.loginStatus?batch=1&input=%7B%7D', 'GET', undefined],
    ['/trpc/helperdata.landnotification?batch=1&input=%7B%7D', 'GET', undefined],
  ])
})
