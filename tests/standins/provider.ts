import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Answer, finishCall } from './answers.ts'
import { createIntake, type Intake, type IntakeOptions } from './intake.ts'
import type { NewEntry, ProviderName } from './ledger.ts'

type Call = { method: string; url: URL; headers: IncomingMessage['headers']; body: string }
/**
 * A handler's decision about a call: its answer, and the message that it is about, if any, which it accepts unless
 * `refused`.
 */
export type HandlerResult = { answer: Answer; message?: NewEntry; refused?: boolean }

export type ProviderOptions = IntakeOptions & {
  /** How long each answer takes, in milliseconds. */
  latencyMs?: number
  port?: number
}

export type Ledgers = Pick<Intake, 'ledger' | 'notTaken'> & {
  /** Breaches of the published contract, and calls without credentials. */
  breaches: string[]
}

export type StandIn = Ledgers &
  Pick<Intake, 'fail' | 'heal'> & {
    url: string
    /** No more faults, planned or asked for; calls that hang are broken off. */
    calm(): void
    setLatency(ms: number): void
    reset(): void
    stop(): Promise<void>
  }

type Definition = {
  provider: ProviderName
  handle: (call: Call, ledgers: Ledgers) => HandlerResult
  /** The body of an answer with a status that only a fault gives, as the provider's contract has it. */
  toFailureBody: (status: number) => unknown
}

function readCall(request: IncomingMessage, onRead: (call: Call) => void): void {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () =>
    onRead({
      method: request.method ?? 'GET',
      url: new URL(request.url ?? '/', 'http://provider'),
      headers: request.headers,
      body: Buffer.concat(parts).toString('utf8'),
    }),
  )
}

const toCallKey = ({ method, url }: Call) => `${method} ${url.pathname} ${url.searchParams.get('To')}`

/** A provider on this machine. Its ledger is its own: accepted messages stay known when the caller is killed. */
export async function startProvider(
  { provider, handle, toFailureBody }: Definition,
  { latencyMs = 0, port = 0, ...options }: ProviderOptions = {},
): Promise<StandIn> {
  let latency = latencyMs
  const hanging = new Set<ServerResponse>()
  const intake = createIntake(provider, options)
  const { ledger, notTaken, fail, heal } = intake

  const take = async (call: Call, response: ServerResponse) => {
    const { answer, message, refused: isRefused = false } = handle(call, standIn)
    const fault = intake.nextFault(message ?? toCallKey(call))
    const end = () => finishCall(response, { answer, fault, toFailureBody, hanging })
    if (!message) return void end()
    const entry = await intake.enter(message, { fault, isRefused })
    Object.assign(entry, await end())
  }
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    readCall(request, (call) => {
      if (latency > 0) setTimeout(() => void take(call, response), latency)
      else void take(call, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  const standIn: StandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ledger,
    notTaken,
    breaches: [],
    fail,
    heal,
    calm: () => {
      intake.calm()
      for (const response of hanging) response.socket?.resetAndDestroy()
    },
    setLatency: (ms) => {
      latency = ms
    },
    reset: () => {
      intake.reset()
      standIn.breaches.length = 0
    },
    stop: () =>
      new Promise((resolve) => {
        for (const response of hanging) response.socket?.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return standIn
}
