// @vitest-environment happy-dom
import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { retryWhenBack, waitBefore } from './retry-when-back.ts'

const failure = (httpStatus: number) =>
  TRPCClientError.from({ error: { code: -32_000, message: 'No.', data: { code: 'X', httpStatus } } })
const noNetwork = TRPCClientError.from(new TypeError('Failed to fetch'))

let answers: () => Promise<string>
let loads: number
let asked: string[]
let isReady: () => Response
let stops: (() => void)[]
let client: QueryClient

/** A part of the page that shows a query. */
function show(key: string): QueryObserver<string> {
  const queryFn = () => {
    loads++
    return answers()
  }
  const observer = new QueryObserver<string>(client, { queryKey: [key], queryFn, retry: false, networkMode: 'always' })
  stops.push(observer.subscribe(() => {}))
  return observer
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  loads = 0
  asked = []
  stops = []
  isReady = () => new Response('', { status: 503 })
  answers = () => Promise.reject(failure(503))
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return isReady()
  })
  client = new QueryClient()
  retryWhenBack(client)
})
afterEach(() => {
  for (const stop of stops) stop()
  client.clear()
  focusManager.setFocused(undefined)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it.each<[number, number, number]>([
  [0, 10_000, 13_333],
  [1, 20_000, 26_667],
  [2, 40_000, 53_333],
  [3, 45_000, 60_000],
  [500, 45_000, 60_000],
])('after %i tries waits between %i and %i ms', (tries, least, longest) => {
  expect(Math.round(waitBefore(tries, 0))).toBe(least)
  expect(Math.round(waitBefore(tries, 1))).toBe(longest)
})

it.each([
  ['the database was away', failure(503)],
  ['there was no network', noNetwork],
])('loads what failed because %s once the service is back, and not before', async (_why, error) => {
  answers = () => Promise.reject(error)
  const parts = [show('alerts'), show('history')]
  await vi.advanceTimersByTimeAsync(75_000)
  expect(asked).toEqual(['/readyz', '/readyz', '/readyz'])
  expect(loads).toBe(2)
  expect(parts.map((part) => part.getCurrentResult().error)).toEqual([error, error])
  isReady = () => new Response('', { status: 200 })
  answers = () => Promise.resolve('rows')
  await vi.advanceTimersByTimeAsync(45_000)
  expect(parts.map((part) => part.getCurrentResult().data)).toEqual(['rows', 'rows'])
  expect(loads).toBe(4)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(asked).toHaveLength(4)
})

it('waits longer after a page fails again although the service said it was back', async () => {
  isReady = () => new Response('', { status: 200 })
  show('alerts')
  await vi.advanceTimersByTimeAsync(10_000 + 20_000 + 40_000 + 45_000)
  expect(loads).toBe(1 + 4)
  await vi.advanceTimersByTimeAsync(44_000)
  expect(loads).toBe(5)
})

it.each([
  ['a refusal', failure(403)],
  ['a bug', failure(500)],
])('%s is not an outage', async (_what, error) => {
  answers = () => Promise.reject(error)
  show('alerts')
  await vi.advanceTimersByTimeAsync(300_000)
  expect([asked, loads]).toEqual([[], 1])
})

it('a hidden page waits until it is shown, and a page that was left never asks', async () => {
  const alerts = show('alerts')
  focusManager.setFocused(false)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(asked).toEqual([])
  focusManager.setFocused(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual(['/readyz'])
  for (const stop of stops.splice(0)) stop()
  expect(alerts.hasListeners()).toBe(false)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(asked).toHaveLength(1)
})

it('does not ask without a network', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  show('alerts')
  await vi.advanceTimersByTimeAsync(300_000)
  expect(asked).toEqual([])
})

it('does not load again what the reader loaded first', async () => {
  const alerts = show('alerts')
  await vi.advanceTimersByTimeAsync(1_000)
  answers = () => Promise.resolve('rows')
  await alerts.refetch()
  await vi.advanceTimersByTimeAsync(300_000)
  expect([asked, loads]).toEqual([[], 2])
})
