import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type Balancer = {
  address: string
  /** Adds a server: polls it, and sends it requests while it reports ready. */
  add(server: string): void
  /** Servers that currently get requests. */
  ready(): string[]
  close(): void
}

const askEveryMs = 100

/**
 * Passes requests to servers in turn over keep-alive connections, as proxies do: to those whose /readyz last answered
 * 200. It retries nothing: a request that a server did not answer gets 502.
 */
export async function startBalancer(): Promise<Balancer> {
  const agent = new http.Agent({ keepAlive: true })
  const states = new Map<string, boolean>()
  const ready = () => [...states].filter(([, isReady]) => isReady).map(([server]) => server)
  const ask = async (server: string) => {
    const answer = await fetch(`${server}/readyz`).catch(() => null)
    states.set(server, answer?.status === 200)
  }
  const asking = setInterval(() => void Promise.all([...states.keys()].map(ask)), askEveryMs)

  let turn = 0
  const front = http.createServer((request, response) => {
    const servers = ready()
    const server = servers[turn++ % servers.length]
    if (!server) return void response.writeHead(502).end('no server is ready')
    const { method, headers, url } = request
    const passed = http.request(server + url, { agent, method, headers }, (answer) => {
      const { connection: _ours, ...others } = answer.headers
      response.writeHead(answer.statusCode ?? 502, others)
      answer.pipe(response)
    })
    passed.on('error', (error) => response.writeHead(502).end(error.message))
    request.pipe(passed)
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    add: (server) => void ask(server),
    ready,
    close: () => {
      clearInterval(asking)
      agent.destroy()
      front.close()
      front.closeAllConnections()
    },
  }
}
