import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What goes wrong with a call: an answer other than yes, before the message is taken or, with `taken`, after; none at
 * all (`hang`); the connection cut before the message is taken (`cut`) or after it was taken (`swallow`).
 */
export type Fault =
  | { status: number; retryAfter?: number | string; body?: unknown; taken?: boolean }
  | 'hang'
  | 'cut'
  | 'swallow'
/** A fault for the next `times` calls, or for each `every`th. */
type FaultRule = { fault: Fault; times?: number; every?: number }

/** A message that the provider took, whether it answered or not. */
export type Entry = {
  id: string
  to: string
  /** The notice, where the message says so. */
  notice: number | null
  attempt: number | null
  at: number
  answered: boolean
  message: Record<string, unknown>
}

type Answer = { status: number; headers?: Record<string, string>; body?: unknown }
type Call = { method: string; url: URL; headers: IncomingMessage['headers']; body: string }
/** What a handler makes of a call: an entry for the ledger, or only an answer. */
export type HandlerResult = { answer: Answer; entry?: Entry }

export type StandIn = {
  url: string
  ledger: Entry[]
  /** Breaches of the published contract, and calls without credentials. */
  breaches: string[]
  fail(rule: FaultRule): void
  heal(): void
  setLatency(ms: number): void
  reset(): void
  stop(): Promise<void>
}

const respond = (response: ServerResponse, { status, headers = {}, body }: Answer) => {
  const text = body === undefined ? '' : JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...headers,
  })
  response.end(text)
}

const toAnswer = ({ status, retryAfter, body }: Exclude<Fault, string>): Answer => ({
  status,
  headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  body: body ?? { errors: [{ message: 'as asked' }] },
})

/**
 * A provider on this machine. Its ledger is its own: what was taken stays known when the caller is killed. Other
 * processes read it at GET /_standin and steer it with POST /_standin `{ latencyMs?, fail?, heal?, reset? }`.
 */
export async function startProvider(
  handle: (call: Call, standIn: StandIn) => HandlerResult,
  { latencyMs = 0, port = 0 }: { latencyMs?: number; port?: number } = {},
): Promise<StandIn> {
  let latency = latencyMs
  let rules: FaultRule[] = []
  let calls = 0
  const open = new Set<ServerResponse>()

  const nextFault = (): Fault | null => {
    calls += 1
    for (const rule of rules) {
      if (rule.every !== undefined) {
        if (calls % rule.every === 0) return rule.fault
      } else if ((rule.times ?? Infinity) > 0) {
        if (rule.times !== undefined) rule.times -= 1
        return rule.fault
      }
    }
    return null
  }
  const take = (call: Call, response: ServerResponse) => {
    const fault = nextFault()
    if (fault === 'cut') return response.socket?.destroy()
    if (fault === 'hang') return open.add(response)
    const failure = typeof fault === 'object' ? fault : null
    if (failure && !failure.taken) return respond(response, toAnswer(failure))
    const { answer, entry } = handle(call, standIn)
    if (entry) standIn.ledger.push({ ...entry, answered: fault === null })
    if (!entry || fault === null) return respond(response, answer)
    return failure ? respond(response, toAnswer(failure)) : response.socket?.destroy()
  }
  const control = (call: Call, response: ServerResponse) => {
    if (call.method === 'POST') {
      const wish = JSON.parse(call.body) as { latencyMs?: number; fail?: FaultRule; heal?: true; reset?: true }
      if (wish.reset) standIn.reset()
      if (wish.heal) standIn.heal()
      if (wish.fail) standIn.fail(wish.fail)
      if (wish.latencyMs !== undefined) standIn.setLatency(wish.latencyMs)
    }
    const ledger = standIn.ledger.map(({ message: _left, ...entry }) => entry)
    respond(response, { status: 200, body: { ledger, breaches: standIn.breaches } })
  }

  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const call = {
        method: request.method ?? 'GET',
        url: new URL(request.url ?? '/', 'http://provider'),
        headers: request.headers,
        body: Buffer.concat(parts).toString('utf8'),
      }
      if (call.url.pathname === '/_standin') control(call, response)
      else if (latency > 0) setTimeout(() => take(call, response), latency)
      else take(call, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  const standIn: StandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ledger: [],
    breaches: [],
    fail: (rule) => rules.push({ ...rule }),
    heal: () => {
      rules = []
    },
    setLatency: (ms) => {
      latency = ms
    },
    reset: () => {
      rules = []
      standIn.ledger.length = 0
      standIn.breaches.length = 0
    },
    stop: () =>
      new Promise((resolve) => {
        for (const response of open) response.socket?.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return standIn
}
