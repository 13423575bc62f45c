import client from '@sendgrid/client'
import { isAscii } from 'node:buffer'
import { type Answer, possiblyTakenError, type HttpCall, openHttp, parseRetryAfter } from '../common/http.ts'
import type { EmailMessage } from '../common/message.ts'
import type { CommonEnv } from '../common/provider.ts'
import { DeliveryError, type OutgoingMessage, toRefusalError, type Transport } from '../common/transport.ts'
import { cures, readConcern } from './codes.ts'

const connections = 50

/** Makes the calls of SendGrid's official client on our own keep-alive connections. Its signed events resolve calls in doubt. */
export function sendgridTransport(
  env: Pick<CommonEnv, 'EMAIL_FROM'> & { SENDGRID_API_KEY?: string | undefined; SENDGRID_BASE_URL: string },
): Transport<EmailMessage> {
  const http = openHttp(new URL(env.SENDGRID_BASE_URL).origin, connections)
  const call = createMailCall(env.SENDGRID_API_KEY ?? '')
  return {
    name: 'sendgrid',
    async send(outgoing) {
      const answer = await http.request({
        ...call,
        body: buildMail(outgoing, env.EMAIL_FROM),
        mayBegin: outgoing.deadline.mayBegin,
      })
      if (answer.status >= 200 && answer.status < 300) return readHeader(answer, 'x-message-id')
      throw toDeliveryError(answer)
    },
    inDoubtWaitMs: 15 * 60_000,
    close: http.close,
  }
}

/**
 * The call that the official client would make, without its body. We send it with undici, because the client's axios
 * opens a connection for each call and costs four times as much.
 */
function createMailCall(key: string): HttpCall {
  client.setApiKey(key)
  const { method, url, headers } = client.createRequest({ method: 'POST', url: '/v3/mail/send' }) as {
    method: string
    url: string
    headers: Record<string, string>
  }
  return { method, path: url, headers }
}

/**
 * The v3 mail send body. The custom arguments come back with every event, so that it finds its notice. The HTML, nine
 * tenths of it, has nothing for JSON to escape (see EmailMessage), so it is inserted as it is: JSON.stringify takes longer
 * to find that out than the whole message takes to write.
 */
export function buildMail(
  { noticeId, attempt, message }: Omit<OutgoingMessage<EmailMessage>, 'deadline'>,
  from: string,
): Buffer {
  const rest = JSON.stringify({
    personalizations: [
      { to: [{ email: message.to }], custom_args: { notice: String(noticeId), attempt: String(attempt) } },
    ],
    from: { email: from, name: message.fromName },
    subject: message.subject,
    ...(Object.keys(message.headers).length > 0 ? { headers: message.headers } : {}),
    // We decide what a complaint suppresses (`stop_holds`): an address on SendGrid's own list would get nothing at all.
    mail_settings: { bypass_spam_management: { enable: true } },
    // Links contain signed tokens, so they must arrive unchanged; and we do not track who opens them.
    tracking_settings: { click_tracking: { enable: false, enable_text: false }, open_tracking: { enable: false } },
    content: [{ type: 'text/plain', value: message.text }],
  })
  // Of bytes, since a single character beyond Latin-1 in the text would double the work for the HTML.
  return Buffer.concat([
    Buffer.from(rest.slice(0, -endOfContent.length)),
    beforeHtml,
    toHtmlBytes(message.html),
    afterHtml,
  ])
}

/** HTML has no character beyond Latin-1, and seldom one beyond ASCII: then copying takes a third of encoding. */
function toHtmlBytes(html: string): Buffer {
  const bytes = Buffer.from(html, 'latin1')
  return isAscii(bytes) ? bytes : Buffer.from(html)
}

const endOfContent = ']}'
const beforeHtml = Buffer.from(',{"type":"text/html","value":"')
const afterHtml = Buffer.from(`"}${endOfContent}`)

const readHeader = (answer: Answer, name: string): string | null => {
  const value = answer.headers[name]
  return typeof value === 'string' ? value : null
}

/** Translates a status of SendGrid into a delivery error. */
export function toDeliveryError(answer: Answer): DeliveryError {
  const { status } = answer
  const fields = readFields(answer.body)
  const said = `SendGrid answered ${status}${fields.length > 0 ? ` (${fields.join(', ')})` : ''}.`
  if (status === 429) return new DeliveryError('retry', said, { retryAfterMs: parseRetryAfter(answer.headers) ?? 5000 })
  if (status >= 500) return possiblyTakenError(answer, said)
  const concern = readConcern({ status, fields })
  const cure = concern === 'sender' ? cures[status] : undefined
  return toRefusalError(concern, cure ? `${said} ${cure}` : said, { refusedFor: said })
}

/** Only the names of the refused fields: the error's text may quote an address. */
function readFields(body: string): string[] {
  try {
    const { errors } = JSON.parse(body) as { errors?: { field?: unknown }[] }
    return (errors ?? []).map((error) => error.field).filter((field) => typeof field === 'string')
  } catch {
    return []
  }
}
