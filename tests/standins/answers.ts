import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from './faults.ts'
import type { CallEnd, Entry } from './ledger.ts'

export type Answer = { status: number; headers?: Record<string, string>; body?: unknown }

type Ending = {
  answer: Answer
  fault: Fault | null
  /** The body of an answer that only a fault gives. */
  toFailureBody: (status: number) => unknown
  /** Holds the answers that never arrive. */
  hanging: Set<ServerResponse>
}

const withStatus = async (end: Promise<CallEnd>, { status }: Pick<Answer, 'status'>) => ({ end: await end, status })

/** Answers a call, or does what its fault requires instead. */
export async function finishCall(
  response: ServerResponse,
  { answer, fault, toFailureBody, hanging }: Ending,
): Promise<Pick<Entry, 'end' | 'status'>> {
  const isYes = answer.status < 400
  if (fault === null) return withStatus(respond(response, answer, isYes ? 'answered' : 'failed'), answer)
  if (typeof fault === 'object') {
    if ('delayMs' in fault) {
      await wait(fault.delayMs)
      return withStatus(respond(response, answer, isYes ? 'answered' : 'failed'), answer)
    }
    if ('slowBodyMs' in fault) return withStatus(respondSlowly(response, answer, fault.slowBodyMs), answer)
    const { status, retryAfter, body = toFailureBody(status) } = fault
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
    return withStatus(respond(response, { status, headers, body }, 'failed'), fault)
  }
  if (fault === 'cut body') return withStatus(respondHalf(response, answer), answer)
  if (fault === 'hang' || fault === 'hang after') {
    hanging.add(response)
    response.once('close', () => hanging.delete(response))
    return { end: 'hang', status: null }
  }
  response.socket?.resetAndDestroy()
  return { end: 'reset', status: null }
}

const toText = ({ body }: Answer) => (body === undefined ? '' : JSON.stringify(body))

/** Resolves to how the call ended for the caller: `how`, unless the caller left before. */
const whenWritten = (response: ServerResponse, how: CallEnd): Promise<CallEnd> =>
  new Promise((resolve) => {
    response.once('finish', () => resolve(how))
    response.once('close', () => resolve(response.writableFinished ? how : 'caller gone'))
  })

export function respond(response: ServerResponse, answer: Answer, how: CallEnd = 'answered'): Promise<CallEnd> {
  if (response.destroyed) return Promise.resolve('caller gone')
  const text = toText(answer)
  const ended = whenWritten(response, how)
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...answer.headers,
  })
  response.end(text)
  return ended
}

const pieces = 10

/** Sends the headers immediately, then the body in pieces. An empty body ends just as late. */
function respondSlowly(response: ServerResponse, answer: Answer, ms: number): Promise<CallEnd> {
  if (response.destroyed) return Promise.resolve('caller gone')
  const bytes = Buffer.from(toText(answer))
  const size = Math.ceil(bytes.length / pieces)
  const ended = whenWritten(response, answer.status < 400 ? 'answered' : 'failed')
  response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
  response.flushHeaders()
  let place = 0
  const timer = setInterval(() => {
    const piece = bytes.subarray(place * size, (place + 1) * size)
    place += 1
    if (place === pieces) response.end(piece)
    else if (piece.length > 0) response.write(piece)
  }, ms / pieces)
  response.once('close', () => clearInterval(timer))
  void ended.then(() => clearInterval(timer))
  return ended
}

/** Sends the headers and half of the body, then closes. A body that is empty was announced in chunks; the last is missing. */
function respondHalf(response: ServerResponse, answer: Answer): Promise<CallEnd> {
  if (response.destroyed) return Promise.resolve('caller gone')
  const text = toText(answer)
  response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
  const cut = Promise.withResolvers<CallEnd>()
  response.once('close', () => cut.resolve('cut body'))
  response.flushHeaders()
  response.write(text.slice(0, text.length / 2) || '{', () => response.socket?.destroy())
  return cut.promise
}
