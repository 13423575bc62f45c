import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { createSemaphore } from '../../platform/concurrency/semaphore.ts'
import { callTimeoutMs } from '../common/http.ts'
import type { EmailMessage } from '../common/message.ts'
import type { CommonEnv } from '../common/provider.ts'
import { readRefusal } from '../common/smtp-codes.ts'
import { DeliveryError, createTooLateError, toRefusalError, type Transport } from '../common/transport.ts'

const connections = 5
/** A mail server sends no later reports; this only spares a server that is in trouble. */
const inDoubtWaitMs = 2 * 60_000
/**
 * Milliseconds that a call may wait for a connection, and may then take, never longer than its deadline: otherwise we
 * would send a slow mail server the same message again while it still receives the first.
 */
export const smtpTimes = { turnMs: 25_000, callMs: 60_000 }

const loopback = /^(localhost|127\.[\d.]+|\[::1\])$/i

/**
 * The server of an address. The message names an owner and her property, so it travels encrypted, unless the server is on
 * this machine or the operator says otherwise with `?tls=optional`.
 */
export function readMailServer(address: string): { url: string; requireTLS: boolean } {
  const url = new URL(address)
  const isOptional = url.searchParams.get('tls') === 'optional'
  url.searchParams.delete('tls')
  return { url: url.href, requireTLS: !isOptional && !loopback.test(url.hostname) }
}

/**
 * The county's own mail server.
 * @param times only tests set it
 */
export function smtpTransport(
  env: Pick<CommonEnv, 'EMAIL_FROM'> & { SMTP_URL?: string | undefined },
  { turnMs, callMs }: typeof smtpTimes = smtpTimes,
): Transport<EmailMessage> {
  const timeouts = { connectionTimeout: callTimeoutMs, greetingTimeout: callTimeoutMs, socketTimeout: callTimeoutMs }
  const mailer = createTransport({
    ...readMailServer(env.SMTP_URL ?? ''),
    pool: true,
    maxConnections: connections,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const hasBegun = watchMessages(mailer)
  // We queue calls ourselves: a call in the mailer's own queue cannot be taken back.
  const connectionSlots = createSemaphore(connections)
  const conversation = async (message: EmailMessage, signal: AbortSignal): Promise<string> => {
    try {
      const { messageId } = await mailer.sendMail({
        from: { name: message.fromName, address: env.EMAIL_FROM },
        // As an object: an address is never read as a list of several.
        to: { name: '', address: message.to },
        subject: message.subject,
        text: message.text,
        html: message.html,
        headers: message.headers,
        signal,
      })
      return messageId
    } catch (error) {
      if (signal.aborted) {
        // Before its first byte is sent, the server has no part of the message.
        const kind = hasBegun(signal) ? 'in-doubt' : 'retry'
        throw new DeliveryError(kind, 'The mail server did not finish.')
      }
      throw toDeliveryError(error as SmtpError, { hasBegun: hasBegun(signal) })
    } finally {
      connectionSlots.release(1)
    }
  }
  return {
    name: 'smtp',
    async send({ message, deadline }) {
      if ((await connectionSlots.acquire(1, { withinMs: turnMs })) === 0)
        throw new DeliveryError('retry', 'The mail server is too busy.', { notBegun: true })
      if (!deadline.mayBegin()) {
        connectionSlots.release(1)
        throw createTooLateError()
      }
      // The mailer limits only pauses; this limits the whole call and frees the connection.
      const limit = new AbortController()
      const timer = setTimeout(() => limit.abort(), Math.min(callMs, deadline.leftMs()))
      return conversation(message, limit.signal).finally(() => clearTimeout(timer))
    },
    inDoubtWaitMs,
    close: async () => mailer.close(),
  }
}

/**
 * Whether any part of a call's message was sent. The mailer reads a message once the server is ready for it.
 * @returns a function of the call's signal
 */
function watchMessages(mailer: Pick<ReturnType<typeof createTransport>, 'use'>): (signal: AbortSignal) => boolean {
  const messages = new WeakMap<AbortSignal, Readable>()
  mailer.use('stream', ({ data, message }, done) => {
    message.processFunc((stream) => {
      if (data.signal) messages.set(data.signal, stream)
      return stream
    })
    done()
  })
  return (signal) => messages.get(signal)?.readableDidRead ?? false
}

/** `response` is the server's own line; for a failed connection, `message` names the system's error. */
export type SmtpError = { code?: string; command?: string; responseCode?: number; response?: string; message?: string }

// The mail itself begins after DATA; a connection that breaks earlier has sent nothing.
const beforeTheMail = /^(CONN|API|EHLO|HELO|LHLO|STARTTLS|AUTH|MAIL FROM|RCPT TO|XCLIENT)/

/**
 * Translates an error of the mail server, or of the connection to it, into a delivery error.
 * @param hasBegun whether any part of the message was sent: whenever the connection breaks, the mailer names the
 *   command CONN, also while it waits for the answer to a complete message
 */
export function toDeliveryError(
  { code, command = '', responseCode, response, message }: SmtpError,
  { hasBegun = false }: { hasBegun?: boolean } = {},
): DeliveryError {
  const words =
    response || (responseCode ?? /\bE[A-Z]{4,}\b/.exec(message ?? '')?.[0] ?? code ?? 'with an unreadable response')
  const said = `The mail server answered ${words}.`
  // Only the county can correct its own credentials, and its own address.
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'ETLS' || message?.startsWith('Invalid sender'))
    return new DeliveryError('retry', said, { isSetUp: true })
  if (responseCode !== undefined && responseCode >= 400) {
    if (responseCode < 500) return new DeliveryError('retry', said)
    const { concern, isClosed, kind } = readRefusal({ command, responseCode, response: response ?? '' })
    return toRefusalError(concern, said, { suppress: isClosed ? 'bounce' : undefined, refusedFor: kind })
  }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return new DeliveryError('refused', said)
  const isBefore = code === 'EDNS' || code === 'ECONNREFUSED' || beforeTheMail.test(command)
  if (isBefore && !hasBegun) return new DeliveryError('retry', said)
  return new DeliveryError('in-doubt', said)
}
