// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { messages } from '#shared/contract/messages.ts'
import { trpcClient } from './client.ts'
import { getErrorMessage } from './errors.ts'
import { startTexts } from '../i18n/i18n.ts'

beforeAll(startTexts)
afterEach(() => vi.unstubAllGlobals())

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
])('%s is told by what it says', async (_what, answer, text) => {
  vi.stubGlobal('fetch', async () => answer())
  const error: unknown = await trpcClient.home.all.query().catch((thrown: unknown) => thrown)
  expect(getErrorMessage(error)).toBe(text)
})

test('no answer is told as such', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  const error: unknown = await trpcClient.home.all.query().catch((thrown: unknown) => thrown)
  expect(getErrorMessage(error)).toMatch(/We could not reach the service\./)
})
