import { createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { choosePort, PortTaken } from '#scripts/start/port.ts'

const open: Server[] = []
afterEach(() => Promise.all(open.splice(0).map((server) => new Promise((resolve) => void server.close(resolve)))))

const host = '127.0.0.1'
async function occupy(port = 0): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(port, host, resolve))
  open.push(server)
  return (server.address() as { port: number }).port
}

test('uses a requested free port', async () => {
  const port = await choosePort(host, { wanted: 0 })
  expect(port).toBeGreaterThan(0)
  expect(await choosePort(host, { wanted: port })).toBe(port)
})

test('refuses a requested port that is in use, and says what to do', async () => {
  const port = await occupy()
  await expect(choosePort(host, { wanted: port })).rejects.toThrow(PortTaken)
  await expect(choosePort(host, { wanted: port })).rejects.toThrow(`Another program is using port ${port}.`)
})

test('uses the next free port without a request', async () => {
  const port = await occupy()
  expect(await choosePort(host, { from: port })).not.toBe(port)
})

test('waits for a predecessor that is just ending', async () => {
  const port = await occupy()
  const chosen = choosePort(host, { wanted: port, patience: 10_000 })
  open.splice(0).forEach((server) => server.close())
  expect(await chosen).toBe(port)
})
