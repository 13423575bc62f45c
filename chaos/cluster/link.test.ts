import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Link, openLink } from './link.ts'

let server: net.Server
let link: Link
/** Connections as the server sees them. */
let accepted: Socket[]
beforeEach(async () => {
  accepted = []
  server = net.createServer((socket) => {
    accepted.push(socket)
    socket.on('error', () => {}).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  link = await openLink((server.address() as AddressInfo).port)
})
afterEach(() => {
  link.close()
  for (const socket of accepted) socket.destroy()
  server.close()
})

async function connect() {
  const socket = net.connect(link.port, '127.0.0.1')
  socket.on('error', () => {})
  const state = { socket, received: '', isClosed: false }
  socket.on('data', (data: Buffer) => (state.received += data.toString()))
  socket.on('close', () => (state.isClosed = true))
  await once(socket, 'connect')
  return state
}

test('nothing passes a cut link, neither bytes nor the end; afterwards everything arrives', async () => {
  const [client, leaving] = [await connect(), await connect()]
  client.socket.write('before ')
  await expect.poll(() => client.received).toBe('before ')
  await expect.poll(() => accepted.length).toBe(2)
  link.cut()
  client.socket.write('meanwhile ')
  leaving.socket.destroy()
  const late = await connect()
  late.socket.write('late')
  // A connection by another way shows that the server would have answered by now.
  const around = net.connect((server.address() as AddressInfo).port, '127.0.0.1').end('around')
  await once(around, 'data')
  expect([client.received, late.received, accepted.length]).toEqual(['before ', '', 3])
  expect(accepted.filter(({ destroyed }) => destroyed)).toEqual([])
  link.mend()
  await expect.poll(() => [client.received, late.received]).toEqual(['before meanwhile ', 'late'])
  await expect.poll(() => accepted[1]?.destroyed).toBe(true)
})

test('mended with a reset, old connections end and new ones pass', async () => {
  const old = await connect()
  await expect.poll(() => accepted.length).toBe(1)
  link.cut()
  link.mendWithReset()
  await expect.poll(() => [old.isClosed, accepted[0]?.destroyed]).toEqual([true, true])
  const client = await connect()
  client.socket.write('again')
  await expect.poll(() => client.received).toBe('again')
})

test('cut in one direction, the other one still passes', async () => {
  const client = await connect()
  client.socket.write('before ')
  await expect.poll(() => client.received).toBe('before ')
  const heard: string[] = []
  accepted[0]?.on('data', (data: Buffer) => heard.push(data.toString()))
  link.cut('answers')
  client.socket.write('meanwhile ')
  await expect.poll(() => heard).toEqual(['meanwhile '])
  const late = await connect()
  late.socket.write('late')
  await expect.poll(() => accepted[1]?.bytesRead).toBe(4)
  expect([client.received, late.received]).toEqual(['before ', ''])
  link.mend()
  await expect.poll(() => [client.received, late.received]).toEqual(['before meanwhile ', 'late'])
  link.cut('requests')
  client.socket.write('lost')
  accepted[0]?.write('told')
  await expect.poll(() => client.received).toBe('before meanwhile told')
  expect(heard).toEqual(['meanwhile '])
})

test('on a slow link everything arrives, late and in order', async () => {
  const client = await connect()
  link.slow(100)
  const begun = performance.now()
  client.socket.write('one ')
  await expect.poll(() => accepted[0]?.bytesRead).toBe(4)
  client.socket.write('two ')
  await expect.poll(() => client.received).toBe('one two ')
  // There and back; timers may be a millisecond early.
  expect(performance.now() - begun).toBeGreaterThan(2 * 100 - 5)
  link.mend()
  client.socket.write('three')
  await expect.poll(() => client.received).toBe('one two three')
})
