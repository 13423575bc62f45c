import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { sendgridContract } from './contract.ts'
import { type Entry, startProvider, type StandIn } from './provider.ts'

export const sendgridKey = 'SG.a-key-of-tests'

type Mail = {
  personalizations: { to: { email: string }[]; custom_args?: Record<string, string> }[]
  subject: string
}

export type SendgridStandIn = StandIn & {
  /** SENDGRID_WEBHOOK_KEY of a server that takes this stand-in's events. */
  webhookKey: string
  /** Body and headers of a signed event webhook. */
  signed(events: unknown[]): { body: string; headers: Record<string, string> }
  /** An event about a message of the ledger. */
  event(entry: Entry, event: string, more?: Record<string, unknown>): Record<string, unknown>
  /** Posts signed events to a server's webhook; answers the status. */
  post(webhook: string, events: unknown[]): Promise<number>
}

/** SendGrid's v3 mail send, held to its published contract where that is at hand, and its signed events. */
export async function startSendgrid(options: { latencyMs?: number; port?: number } = {}): Promise<SendgridStandIn> {
  const check = sendgridContract()
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const standIn = await startProvider(({ method, url, headers, body }, self) => {
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
    const [first] = mail.personalizations
    const id = randomBytes(11).toString('base64url')
    const args = first?.custom_args
    const entry = {
      id,
      to: first?.to[0]?.email ?? '',
      notice: args?.notice ? Number(args.notice) : null,
      attempt: args?.attempt ? Number(args.attempt) : null,
      at: Date.now(),
      answered: true,
      message: mail as unknown as Record<string, unknown>,
    }
    return { answer: { status: 202, headers: { 'x-message-id': id } }, entry }
  }, options)

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
