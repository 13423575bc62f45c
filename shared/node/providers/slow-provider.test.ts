import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { maxAnswerBytes, openHttp } from './common/http.ts'

const timeoutMs = 300
const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

/** A provider that takes the request and then answers as the test says. */
async function openTo(answer: (socket: Socket) => void, patienceMs = timeoutMs) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('data', () => answer(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  undo.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const http = openHttp(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 1, patienceMs)
  const call = () => http.request({ method: 'POST', path: '/', headers: {}, body: '{}' })
  return { call, http }
}

/** Writes a part repeatedly, until the connection ends. */
function goOn(socket: Socket, part: string | Buffer, everyMs: number): void {
  const timer = setInterval(() => socket.write(part), everyMs)
  socket.once('close', () => clearInterval(timer))
}

const accepted = 'HTTP/1.1 202 Accepted\r\n'
test.each<[string, (socket: Socket) => void, code?: string]>([
  [
    'byte by byte, and never gets to the end of the headers',
    (socket) => {
      socket.write(`${accepted}x-slow: `)
      goOn(socket, 'x', 20)
    },
  ],
  [
    'byte by byte, and never gets to the end of the body',
    (socket) => {
      socket.write(`${accepted}content-length: 100000\r\n\r\n`)
      goOn(socket, 'x', 20)
    },
  ],
  ['with headers alone, and nothing follows', (socket) => void socket.write(`${accepted}content-length: 5\r\n\r\n`)],
  ['and closes in the middle of the headers', (socket) => void socket.end(accepted)],
  ['and closes in the middle of the body', (socket) => void socket.end(`${accepted}content-length: 100\r\n\r\nabc`)],
  [
    'with more than anybody would keep',
    (socket) => {
      socket.write(`${accepted}transfer-encoding: chunked\r\n\r\n`)
      const part = Buffer.alloc(maxAnswerBytes / 4, 'x')
      goOn(socket, Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]), 1)
    },
    'UND_ERR_RES_EXCEEDED_MAX_SIZE',
  ],
])('a provider that answers %s: in doubt, and the next call gets its connection', async (_how, answer, code = '') => {
  // The caller that must detect too long an answer does not give up before that answer has arrived.
  const { call } = await openTo(answer, code === '' ? timeoutMs : 60_000)
  for (const one of [call(), call()])
    await expect(one).rejects.toMatchObject({ kind: 'in-doubt', message: expect.stringContaining(code) as string })
})

test('accepts a slow answer that arrives in time', async () => {
  const { call, http } = await openTo((socket) => {
    socket.write(`${accepted}content-length: 3\r\n\r\n`)
    setTimeout(() => socket.write('ab'), 50)
    setTimeout(() => socket.write('c'), 100)
  }, 60_000)
  expect(await call()).toMatchObject({ status: 202, body: 'abc' })
  await http.close()
})
