import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { choosePort } from '#scripts/start/port.ts'
import { feedPath } from '#shared/contract/feed.ts'
import { until } from '../support/until.ts'
import { startProxy } from './proxy.ts'
import { findObstacle } from './rolling.ts'

/** For the installation of HAProxy. */
const withinMs = 400_000

/** A server that serves whether it says that it is ready or not. */
async function startServer(port = 0) {
  const state = { isReady: true, isBreaking: false, calls: 0 }
  const server = http.createServer((request, response) => {
    if (request.url === '/readyz') return void response.writeHead(state.isReady ? 200 : 503).end()
    state.calls++
    if (state.isBreaking) return void request.socket.destroy()
    request.resume().once('end', () => response.end())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(stop)
  return Object.assign(state, { port: (server.address() as AddressInfo).port, stop })
}

test(
  'a call gets an answer as long as a server is up, ready or not',
  async ({ skip }) => {
    const obstacle = await findObstacle()
    skip(obstacle !== null, obstacle ?? '')
    const [one, two] = [await startServer(), await startServer()]
    const port = await choosePort('127.0.0.1', { wanted: 0 })
    const proxy = await startProxy(port, [one.port, two.port])
    onTestFinished(proxy.stop)
    const call = (address: string) => fetch(`http://127.0.0.1:${port}${address}`, { method: 'POST', body: '{}' })
    const callOften = async (address: string) => {
      one.calls = two.calls = 0
      const statuses = new Set<number | 'none'>()
      for (let i = 0; i < 6; i++)
        statuses.add(
          await call(address).then(
            ({ status }) => status,
            () => 'none' as const,
          ),
        )
      return [...statuses]
    }
    const noticed = (server: 's1' | 's2', state: 'UP' | 'DOWN') =>
      until(`${server} is ${state}`, () => proxy.output().includes(`servers/${server} is ${state}`))

    // One that breaks the connection: another gets what may come twice, and only that.
    two.isBreaking = true
    expect(await callOften(feedPath)).toEqual([200])
    expect(await callOften('/webhooks/sendgrid')).toEqual([200])
    expect(two.calls).toBeGreaterThan(0)
    expect(await callOften('/api/alerts')).not.toEqual([200])
    two.isBreaking = false

    // One drains: the other gets all calls. Then that one is late with its checks, too.
    two.isReady = false
    await noticed('s2', 'DOWN')
    expect(await callOften('/api/alerts')).toEqual([200])
    expect(two.calls).toBe(0)
    one.isReady = false
    await noticed('s1', 'DOWN')
    expect(await callOften('/api/alerts')).toEqual([200])

    // The one that drained is gone.
    two.stop()
    expect(await callOften('/api/alerts')).toEqual([200])
    one.isReady = true
    await noticed('s1', 'UP')
    expect(await callOften('/api/alerts')).toEqual([200])

    one.stop()
    const answer = await call(feedPath)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  },
  withinMs,
)
