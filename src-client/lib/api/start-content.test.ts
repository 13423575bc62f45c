// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { lockoutHeader } from '#shared/contract/lockout-header.ts'
import { type Settings, settingsGroups, settingsKeys } from '#shared/settings/groups.ts'
import { inBackground, trpcClient } from './client.ts'
import { loadStartContent, useStartContent } from './start-content.ts'

const toItems = (changed: Partial<Settings>) => [
  ...settingsKeys.map((name) => ({ name, baseContent: { ...settingsGroups[name].initial, ...changed[name] } })),
  { name: 'productProperties', baseContent: { countyTimeZone: 'America/Chicago', textMessages: true } },
]

afterEach(() => vi.unstubAllGlobals())

test('an open page shows a lockout after the next answer, even of a background call, and loads it once', async () => {
  let headline = ''
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const call = new URL(input, location.origin).pathname.split('/').at(-1) ?? ''
    asked.push(`${call} ${new Headers(init.headers).get('x-background') ?? ''}`.trim())
    const userLockout = { lockoutInPlace: headline !== '', messageHeadline: headline, messageLogin: 'Back at one.' }
    const content = { namedContentResultList: toItems({ userLockout }) }
    const headers = { [lockoutHeader]: headline === '' ? 'off' : `v${headline.length}` }
    return Response.json([{ result: { data: { content } } }], { headers })
  })
  const poll = () => trpcClient.home.all.query(undefined, inBackground)
  const { result } = renderHook(useStartContent)
  await loadStartContent()
  await poll()
  expect(result.current?.headline).toBe('')
  headline = 'Closing at noon – 정오에 닫습니다.'
  await poll()
  await vi.waitFor(() => expect(result.current?.headline).toBe(headline), { timeout: 60_000 })
  expect(result.current?.lockoutMessage).toBe('Back at one.')
  await poll()
  headline = ''
  await poll()
  await vi.waitFor(() => expect(result.current?.headline).toBe(''), { timeout: 60_000 })
  const [load, look] = ['helperdata.landnotification', 'home.all 1']
  expect(asked).toEqual([load, look, look, `${load} 1`, look, look, `${load} 1`])
})
