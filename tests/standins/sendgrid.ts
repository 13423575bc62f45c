import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { sendgridContract } from './contract.ts'
import type { Entry, NewEntry } from './ledger.ts'
import { type ProviderOptions, startProvider, type StandIn } from './provider.ts'

export const sendgridKey = 'SG.a-key-of-tests'

type Mail = {
  personalizations: { to: { email: string }[]; custom_args?: Record<string, string> }[]
  subject: string
}

export type SendgridStandIn = StandIn & {
  /** SENDGRID_WEBHOOK_KEY of a server that accepts this stand-in's events. */
  webhookKey: string
  /** Addresses without a mailbox, and those whose owners mark each email as spam. */
  bounces: Set<string>
  complaints: Set<string>
  /** Addresses on SendGrid's own list, since they bounced: it drops further mail to them. */
  bounced: Set<string>
  /** Whether it accepts messages, and then reports that mail servers refuse them because of the county. */
  refusesLater: boolean
  /** Body and headers of a signed event webhook. */
  signed(events: unknown[]): { body: string; headers: Record<string, string> }
  /** An event about a message of the ledger. */
  event(entry: Entry, event: string, more?: Record<string, unknown>): Record<string, unknown>
  /** Posts signed events to a server's webhook; returns the status. */
  post(webhook: string, events: unknown[]): Promise<number>
}

const failures: Record<number, string> = { 429: 'too many requests', 500: 'internal server error' }
const toFailureBody = (status: number) => ({
  errors: [{ message: failures[status] ?? 'service unavailable', field: null, help: null }],
})

function toNewEntry(mail: Mail): NewEntry {
  const [first] = mail.personalizations
  const { notice, attempt } = first?.custom_args ?? {}
  return {
    id: randomBytes(11).toString('base64url'),
    to: first?.to[0]?.email ?? '',
    notice: notice ? Number(notice) : null,
    attempt: attempt ? Number(attempt) : null,
    message: mail as unknown as Record<string, unknown>,
  }
}

/** SendGrid's v3 mail send, checked against its published contract if that is available, and its signed events. */
export async function startSendgrid(options: ProviderOptions = {}): Promise<SendgridStandIn> {
  const check = sendgridContract()
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const handle: Parameters<typeof startProvider>[0]['handle'] = ({ method, url, headers, body }, self) => {
    if (method !== 'POST' || url.pathname !== '/v3/mail/send') return { answer: { status: 404 } }
    if (headers.authorization !== `Bearer ${sendgridKey}`)
      return { answer: { status: 401, body: { errors: [{ message: 'The provided authorization grant is invalid' }] } } }
    const mail = JSON.parse(body) as Mail
    const found = check(mail)
    if (found.length > 0) {
      self.breaches.push(...found)
      return {
        answer: { status: 400, body: { errors: found.map((message) => ({ message, field: 'body', help: null })) } },
      }
    }
    const message = toNewEntry(mail)
    return { answer: { status: 202, headers: { 'x-message-id': message.id } }, message }
  }
  const standIn = await startProvider({ provider: 'sendgrid', handle, toFailureBody }, options)

  const signed: SendgridStandIn['signed'] = (events) => {
    const body = `${JSON.stringify(events)}\r\n`
    const timestamp = String(Math.floor(Date.now() / 1000))
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'x-twilio-email-event-webhook-timestamp': timestamp,
        'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(timestamp + body), privateKey).toString(
          'base64',
        ),
      },
    }
  }
  return Object.assign(standIn, {
    bounces: new Set<string>(),
    complaints: new Set<string>(),
    bounced: new Set<string>(),
    refusesLater: false,
    webhookKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    signed,
    event: (entry: Entry, event: string, more: Record<string, unknown> = {}) => ({
      email: entry.to,
      event,
      timestamp: Math.floor(entry.at / 1000),
      sg_event_id: randomBytes(12).toString('base64url'),
      sg_message_id: `${entry.id}.recvd-1-1`,
      ...(entry.notice === null ? {} : { notice: String(entry.notice), attempt: String(entry.attempt) }),
      ...more,
    }),
    post: async (webhook: string, events: unknown[]) => {
      const { body, headers } = signed(events)
      return (await fetch(webhook, { method: 'POST', body, headers, signal: AbortSignal.timeout(10_000) })).status
    },
  })
}
