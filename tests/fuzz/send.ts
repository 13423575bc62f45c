import net from 'node:net'
import { gunzipSync } from 'node:zlib'
import { Client, type Dispatcher, Pool } from 'undici'
import type { Call, HttpRequest } from './calls/call.ts'

/** What came back: a status and a text; or null where the server closed the connection without an answer. */
export type Answer = { status: number; type: string; text: string; headers: Record<string, string> }

const answerWithinMs = 30_000
/** How long a connection with broken HTTP stays open for an answer. */
const brokenForMs = 1_500

export type Sender = {
  /** @throws Error where no answer came, over a connection that nothing used before either */
  send(call: Pick<Call, 'request' | 'raw'>): Promise<Answer | null>
  /** Calls that were sent again since the server closed their kept connection. */
  countResent(): number
  close(): Promise<void>
}

/** Sends calls over keep-alive connections, one after another on each; broken ones over a connection of their own. */
export function openSender(address: string, connections: number): Sender {
  const limits = { pipelining: 1, headersTimeout: answerWithinMs, bodyTimeout: answerWithinMs }
  const pool = new Pool(address, { ...limits, connections })
  let resent = 0
  const sendRequest = async (request: HttpRequest): Promise<Answer> => {
    const response = await begin(pool, request).catch((error: unknown) => {
      if (!isClosedConnection(error)) throw error
      resent++
    })
    // An answer that was cut off does not count.
    if (response) return readAnswer(response)
    const fresh = new Client(address, limits)
    return begin(fresh, request)
      .then(readAnswer)
      .finally(() => fresh.destroy())
  }
  return {
    send: ({ request, raw }) => (raw ? sendRaw(new URL(address), raw) : sendRequest(request)),
    countResent: () => resent,
    close: () => pool.close(),
  }
}

/**
 * A server may close a kept connection just when its client sends: browsers then send again over another one, where only
 * a server that fails closes it too.
 */
const isClosedConnection = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(String(error.code))

const begin = (dispatcher: Dispatcher, { method, path, headers, body }: HttpRequest) =>
  dispatcher.request({ method: method as 'GET', path, headers, body: body ?? null })

async function readAnswer(response: Dispatcher.ResponseData): Promise<Answer> {
  const bytes = Buffer.from(await response.body.arrayBuffer())
  const plain = response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes
  return {
    status: response.statusCode,
    type: String(response.headers['content-type'] ?? ''),
    text: plain.toString(),
    headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
  }
}

/** Sends bytes, half-closes, and reads until the server closes or has had its time. */
function sendRaw({ hostname, port }: URL, raw: Buffer): Promise<Answer | null> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const socket = net.connect(Number(port), hostname, () => socket.end(raw))
    const timer = setTimeout(() => socket.destroy(), brokenForMs)
    socket.on('data', (part: Buffer) => parts.push(part))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The server may close while we still write.
      if (error.code === 'ECONNREFUSED') reject(error)
    })
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(readRawAnswer(Buffer.concat(parts).toString('latin1')))
    })
  })
}

function readRawAnswer(text: string): Answer | null {
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1]
  if (status === undefined) return null
  const [head = '', ...rest] = text.split('\r\n\r\n')
  return {
    status: Number(status),
    type: /^content-type: (.*)$/im.exec(head)?.[1] ?? '',
    text: rest.join('\r\n\r\n'),
    headers: {},
  }
}
