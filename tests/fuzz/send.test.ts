import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openSender } from './send.ts'

const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'
const request = { method: 'GET', path: '/', headers: {}, body: undefined }
const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

/** @param serve gets each request with its place on its connection and the connection's own, from 1 */
async function open(serve: (socket: Socket, request: number, connection: number) => unknown) {
  let connections = 0
  const sockets: Socket[] = []
  const server = net.createServer((socket) => {
    const connection = ++connections
    let requests = 0
    sockets.push(socket)
    socket.on('error', () => {}).on('data', () => void serve(socket, ++requests, connection))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  undo.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const sender = openSender(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 1)
  undo.push(() => sender.close())
  return sender
}

test.each<[string, (socket: Socket) => unknown]>([
  ['reset', (socket) => socket.resetAndDestroy()],
  ['ended', (socket) => socket.end()],
])('a call whose kept connection is %s is sent again over another', async (_, close) => {
  const sender = await open((socket, place, connection) =>
    connection === 1 && place === 2 ? close(socket) : socket.write(answer),
  )
  const answers = [await sender.send({ request }), await sender.send({ request }), await sender.send({ request })]
  expect(answers.map((each) => each?.text)).toEqual(['ok', 'ok', 'ok'])
  expect(sender.countResent()).toBe(1)
})

test.each<[string, (socket: Socket) => unknown]>([
  ['resets', (socket) => socket.resetAndDestroy()],
  ['ends', (socket) => socket.end()],
  ['cuts off', (socket) => socket.end(answer.slice(0, -1))],
])('a server that %s every connection fails', async (_, close) => {
  const sender = await open(close)
  await expect(sender.send({ request })).rejects.toThrow()
})

test('an answer that is cut off on a kept connection fails', async () => {
  const sender = await open((socket, place) => (place === 2 ? socket.end(answer.slice(0, -1)) : socket.write(answer)))
  await sender.send({ request })
  await expect(sender.send({ request })).rejects.toThrow()
  expect(sender.countResent()).toBe(0)
})
