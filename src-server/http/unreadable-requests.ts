import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

/** By Node's error code; for any other code the bytes were not HTTP. */
const refusals: Record<string, { status: number; message: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time.' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The address or the headers are too long.' },
}
const notHttp = { status: 400, message: 'This is not HTTP.' }

/**
 * Answers bytes that Node could not read as a request, and closes their connection. The answer says so, as HTTP
 * requires (RFC 9112), but Fastify's own does not: a proxy that keeps connections would send the next caller's request
 * over this one, and that caller would get no answer.
 */
export function refuseUnreadable({ code }: { code: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return
  const { status, message } = refusals[code] ?? notHttp
  const error = STATUS_CODES[status]
  const body = JSON.stringify({ error, message, statusCode: status })
  const head = ['content-type: application/json', `content-length: ${body.length}`, 'connection: close']
  if (socket.writable) socket.write([`HTTP/1.1 ${status} ${error}`, ...head, '', body].join('\r\n'))
  socket.destroy()
}
