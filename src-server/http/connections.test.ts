import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Log } from '#shared/node/platform/log.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

const warnings: string[] = []
const silent = () => {}
const log: Log = {
  debug: silent,
  info: silent,
  error: silent,
  warn: (event, fields) => void warnings.push(`${event} ${JSON.stringify(fields)}`),
}
const silentMs = 1_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: true, silentMs, log, env: { TRUSTED_PROXY: '10.1.0.0/16,192.0.2.7' } })
})
afterAll(() => server.stop())

const open = async () => {
  const { hostname, port } = new URL(server.address)
  const socket = net.connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}
const healthz = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'

test('a connection that sends nothing is closed', async () => {
  const sockets = await Promise.all(Array.from({ length: 20 }, open))
  await Promise.all(sockets.map((socket) => once(socket, 'close')))
})

test('a connection that was used stays open longer than a silent one', async () => {
  const socket = await open()
  let answers = 0
  socket.on('data', (data) => (answers += data.toString().split('HTTP/1.1 200').length - 1))
  const answered = async () => once(socket, 'data')
  socket.write(healthz)
  await answered()
  const spare = await open()
  // As long as a silent one may stay open, and then twice that.
  await once(spare, 'close')
  await once(await open(), 'close')
  socket.write(healthz)
  await answered()
  expect(answers).toBe(2)
  socket.destroy()
})

test('a connection that sends many requests and reads no answers is closed, and delays no other', async () => {
  const few = await open()
  let answered = 0
  few.on('data', (data) => (answered += data.toString().split('HTTP/1.1 200').length - 1))
  few.write(healthz.repeat(20))
  await vi.waitFor(() => expect(answered).toBe(20), { timeout: 60_000 })
  few.write(healthz.repeat(20))
  await vi.waitFor(() => expect(answered).toBe(40), { timeout: 60_000 })
  few.destroy()

  const many = await Promise.all(Array.from({ length: 5 }, open))
  let refused = 0
  const closed = many.map((socket) => {
    socket.on('error', () => {})
    socket.on('data', (data) => (refused += data.toString().split('HTTP/1.1 404').length - 1))
    return new Promise((resolve) => socket.once('close', resolve))
  })
  for (const socket of many) socket.write('GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(500))
  await Promise.all(closed)
  expect(refused).toBeLessThanOrEqual(32 * many.length)
  expect((await fetch(`${server.address}/healthz`)).status).toBe(200)
})

test.each([
  ['a longer head than we read', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431],
  ['no HTTP', 'what is this\r\n\r\n', 400],
])(
  'the answer to %s says that its connection ends, so that the next request takes another',
  async (_, text, status) => {
    const socket = await open()
    let answer = ''
    socket.on('data', (data) => (answer += data.toString()))
    socket.write(healthz)
    await once(socket, 'data')
    answer = ''
    socket.write(text)
    await once(socket, 'close')
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n')
  },
)

test('a request on an open connection is served while the server closes', async () => {
  const closing = await startTestServer({ listen: true })
  const accepted = once(closing.app.server, 'connection')
  const { hostname, port } = new URL(closing.address)
  const socket = net.connect(Number(port), hostname)
  await accepted
  const stopped = closing.stop()
  await expect.poll(() => closing.app.server.listening).toBe(false)
  socket.write(healthz)
  let answer = ''
  for await (const data of socket) answer += String(data)
  await stopped
  expect(answer).toMatch(/^HTTP\/1.1 200 /)
  expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n')
})

const warned = () => warnings.filter((message) => message.startsWith('proxy.not_trusted')).length

test('the first forwarding header of an unlisted proxy logs a warning, once', async () => {
  const call = (remoteAddress: string, headers: Record<string, string>) =>
    server.app.inject({ method: 'GET', url: '/healthz', remoteAddress, headers })
  await call('203.0.113.9', {})
  for (const proxy of ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7'])
    await call(proxy, { 'x-forwarded-for': '198.51.100.5' })
  expect(warned()).toBe(0)
  await call('203.0.113.9', { forwarded: 'for=198.51.100.5' })
  expect(warned()).toBe(1)
  await call('203.0.113.9', { 'x-real-ip': '198.51.100.5' })
  await call('192.0.2.8', { 'x-forwarded-for': '198.51.100.5' })
  expect(warned()).toBe(1)
  expect(warnings.join()).not.toMatch(/203\.0\.113|198\.51\.100/)
})
