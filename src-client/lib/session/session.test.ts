// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { otherUserStatus } from '#shared/contract/errors.ts'
import { nobody, pageUserHeader } from '#shared/contract/page-user.ts'
import { inBackground, trpcClient } from '../api/client.ts'
import { download } from '../api/download.ts'
import { ask, prompts } from '../dialogs/prompts.ts'
import { startTexts } from '../i18n/i18n.ts'
import { getDraft, keepDraft } from '../keep-draft.ts'
import { setReader, reader } from './session.ts'

vi.mock('../api/start-content.ts', () => ({ loadStartContent: async () => {} }))
beforeAll(startTexts)

type Call = { url: string; user: string | null }
let calls: Call[]
/** Who is logged in to the browser now, as the server knows; null for no one. */
let loggedIn: number | null

const refusedOther = { status: 409, data: { httpStatus: 409, code: 'CONFLICT', ask: otherUserStatus } }

function serve(input: string, init: RequestInit): Response {
  const user = new Headers(init.headers).get(pageUserHeader)
  calls.push({ url: new URL(input, location.origin).pathname, user })
  const outdated = user !== null && user !== String(loggedIn)
  if (input.startsWith('/api'))
    return Response.json({ ok: false, message: '', content: { status: otherUserStatus } }, { status: 409 })
  const { status, data } = outdated ? refusedOther : { status: 200, data: {} }
  const one = outdated ? { error: { message: 'x', code: -32009, data } } : { result: { data: { content: data } } }
  return Response.json([one], { status })
}

beforeEach(() => {
  calls = []
  loggedIn = 7
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => serve(input, init))
  history.replaceState(null, '', '/home?alert=new')
  setReader({ id: 7, name: 'Ada', role: 'USER', language: 'ENGLISH' })
})

const save = () => trpcClient.currentUser.dropPendingEmail.mutate().catch(() => undefined)
const place = () => location.pathname + location.search

test('each call says for whom the page is open; without a user, only a write says so', async () => {
  await save()
  await trpcClient.currentUser.loginStatus.query(undefined, inBackground)
  setReader(undefined)
  await save()
  await trpcClient.currentUser.loginStatus.query().catch(() => undefined)
  expect(calls.map(({ user }) => user)).toEqual(['7', '7', nobody, null])
})

test('a page refused because another user is logged in closes with its questions and keeps the typed text', async () => {
  loggedIn = 8
  keepDraft('alert new', 7, { name: 'Mine' })
  const question = ask({ title: 'Delete?' })
  await save()
  expect(place()).toBe('/login?next=%2Fhome%3Falert%3Dnew&ended=other')
  expect(reader.get()).toBeUndefined()
  expect(await question).toBe(false)
  expect(prompts.get()).toEqual([])
  expect(getDraft('alert new', 7)).toEqual({ name: 'Mine' })
})

test('a download is refused in the same way', async () => {
  await download('userManager/userExport').catch(() => undefined)
  expect(calls[0]).toEqual({ url: '/api/userManager/userExport', user: '7' })
  expect(place()).toContain('ended=other')
})

test.each([
  ['someone else logs in', 8, '/login?next=%2Fhome%3Falert%3Dnew&ended=other', { name: 'Mine' }],
  ['its user logs out', null, '/login?next=%2Fhome%3Falert%3Dnew&ended=out', undefined],
  ['its user logs in again', 7, '/home?alert=new', { name: 'Mine' }],
])('a page learns from another tab that %s', async (_what, user, expected, kept) => {
  keepDraft('alert new', 7, { name: 'Mine' })
  const tab = new BroadcastChannel('session')
  const heard = new BroadcastChannel('session')
  const told = new Promise((resolve) => heard.addEventListener('message', resolve))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin
  tab.postMessage({ user })
  await told
  await vi.waitFor(() => expect(place()).toBe(expected), { timeout: 60_000 })
  expect(getDraft('alert new', 7)).toEqual(kept)
  tab.close()
  heard.close()
})
