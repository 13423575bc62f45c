import { createHmac, randomBytes } from 'node:crypto'
import { twilioContract } from './contract.ts'
import { type Entry, type HandlerResult, startProvider, type StandIn } from './provider.ts'

export const twilioAccount = `AC${'0123456789abcdef'.repeat(2)}`
export const twilioToken = 'a-token-of-tests'
export const twilioNumber = '+16125550100'

export type TwilioStandIn = StandIn & {
  /** Numbers that the look-up knows as land lines, and as not in use. */
  landlines: Set<string>
  unused: Set<string>
  /** Numbers whose owners replied STOP: a text to them is refused with 21610. */
  stopped: Set<string>
  /** Body and headers of a signed webhook call to an address. */
  signed(address: string, fields: Record<string, string>): { body: string; headers: Record<string, string> }
  /** Fields of a status callback about a text of the ledger; the address is the text's own. */
  status(entry: Entry, status: string, errorCode?: number): { address: string; fields: Record<string, string> }
  /** Fields of a text that somebody sends to our number; the list has it from now on, whatever becomes of its webhook. */
  inbound(from: string, body: string, at?: Date): Record<string, string>
  /** Posts signed fields; answers the status. */
  post(address: string, fields: Record<string, string>): Promise<number>
}

const auth = `Basic ${Buffer.from(`${twilioAccount}:${twilioToken}`).toString('base64')}`
const messages = `/2010-04-01/Accounts/${twilioAccount}/Messages.json`
const sid = () => `SM${randomBytes(16).toString('hex')}`
const problem = (status: number, code: number, message: string): HandlerResult => ({
  answer: { status, body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status } },
})

const signed: TwilioStandIn['signed'] = (address, fields) => ({
  body: new URLSearchParams(fields).toString(),
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': createHmac('sha1', twilioToken)
      .update(
        address +
          Object.keys(fields)
            .toSorted()
            .map((key) => key + fields[key])
            .join(''),
      )
      .digest('base64'),
  },
})

/** Twilio's Messages and Lookups, held to the published contract where that is at hand, and its signed callbacks. */
export async function startTwilio(options: { latencyMs?: number; port?: number } = {}): Promise<TwilioStandIn> {
  const contract = twilioContract()
  const landlines = new Set<string>()
  const unused = new Set<string>()
  const stopped = new Set<string>()
  const received: ListedText[] = []

  const standIn = await startProvider(({ method, url, headers, body }, self) => {
    if (headers.authorization !== auth) return problem(401, 20003, 'Authenticate')
    if (url.pathname === messages && method === 'POST') {
      const fields = Object.fromEntries(new URLSearchParams(body))
      const found = contract.create(fields)
      self.breaches.push(...found)
      if (found.length > 0) return problem(400, 21601, found.join('; '))
      const { To: to = '', Body: text = '', From: from = '', StatusCallback: callback = '' } = fields
      if (stopped.has(to)) return problem(400, 21610, 'Attempt to send to unsubscribed recipient')
      if (unused.has(to)) return problem(400, 21211, "Invalid 'To' Phone Number")
      const query = callback ? new URL(callback).searchParams : null
      const entry: Entry = {
        id: sid(),
        to,
        notice: query?.get('notice') ? Number(query.get('notice')) : null,
        attempt: query?.get('attempt') ? Number(query.get('attempt')) : null,
        at: Date.now(),
        answered: true,
        message: { text, from, callback },
      }
      return { answer: { status: 201, body: checkAnswer(toSentText(entry)) }, entry }
    }
    if (url.pathname === messages && method === 'GET') {
      self.breaches.push(...contract.list(Object.fromEntries(url.searchParams)))
      const to = url.searchParams.get('To')
      const since = Date.parse(url.searchParams.get('DateSent>') ?? '1970-01-01')
      const all = [...self.ledger.map(toSentText), ...received]
        .filter((text) => (to === null || text.to === to) && text.at >= since)
        .toSorted((a, b) => b.at - a.at)
      const size = Number(url.searchParams.get('PageSize') ?? 50)
      const page = Number(url.searchParams.get('Page') ?? 0)
      const start = page * size
      const list = all.slice(start, start + size)
      const pageAt = (place: number) => {
        const query = new URLSearchParams({
          ...(to !== null && { To: to }),
          ...(url.searchParams.has('DateSent>') && { 'DateSent>': url.searchParams.get('DateSent>') ?? '' }),
          PageSize: String(size),
          Page: String(place),
        })
        return `${messages}?${query.toString()}`
      }
      return {
        answer: {
          status: 200,
          body: {
            messages: list.map(checkAnswer),
            page,
            page_size: size,
            start,
            end: start + list.length,
            uri: pageAt(page),
            first_page_uri: pageAt(0),
            next_page_uri: start + size < all.length ? pageAt(page + 1) : null,
            previous_page_uri: page > 0 ? pageAt(page - 1) : null,
          },
        },
      }
    }
    const looked = /^\/v2\/PhoneNumbers\/(.+)$/.exec(url.pathname)?.[1]
    if (looked && method === 'GET') {
      const number = decodeURIComponent(looked)
      const type = landlines.has(number) ? 'landline' : 'mobile'
      return {
        answer: {
          status: 200,
          body: {
            phone_number: number,
            valid: !unused.has(number),
            line_type_intelligence: { type, error_code: null },
          },
        },
      }
    }
    return problem(404, 20404, 'The requested resource was not found')
  }, options)

  const checkAnswer = (text: ListedText): unknown => {
    const answer = toMessage(text)
    standIn.breaches.push(...contract.message(answer).map((breach) => `the stand-in's own answer: ${breach}`))
    return answer
  }
  return Object.assign(standIn, {
    landlines,
    unused,
    stopped,
    signed,
    status: (entry: Entry, status: string, errorCode?: number) => ({
      address: String(entry.message.callback),
      fields: {
        MessageSid: entry.id,
        SmsSid: entry.id,
        MessageStatus: status,
        SmsStatus: status,
        To: entry.to,
        From: twilioNumber,
        AccountSid: twilioAccount,
        ApiVersion: '2010-04-01',
        ...(errorCode === undefined ? {} : { ErrorCode: String(errorCode) }),
      },
    }),
    inbound: (from: string, body: string, at = new Date()) => {
      const id = sid()
      received.push({ id, from, to: twilioNumber, body, at: at.getTime(), direction: 'inbound' })
      return {
        MessageSid: id,
        SmsSid: id,
        SmsStatus: 'received',
        From: from,
        To: twilioNumber,
        Body: body,
        NumMedia: '0',
        AccountSid: twilioAccount,
        ApiVersion: '2010-04-01',
      }
    },
    post: async (address: string, fields: Record<string, string>) => {
      const { body, headers } = signed(address, fields)
      return (await fetch(address, { method: 'POST', body, headers, signal: AbortSignal.timeout(10_000) })).status
    },
  })
}

type ListedText = {
  id: string
  from: string
  to: string
  body: string
  at: number
  direction: 'inbound' | 'outbound-api'
}

const toSentText = ({ id, to, at, message }: Entry): ListedText => ({
  id,
  from: String(message.from),
  to,
  body: String(message.text),
  at,
  direction: 'outbound-api',
})

const toMessage = ({ id, from, to, body, at, direction }: ListedText) => ({
  sid: id,
  account_sid: twilioAccount,
  to,
  from: from === '' ? null : from,
  body,
  direction,
  status: direction === 'inbound' ? 'received' : 'queued',
  date_created: new Date(at).toUTCString(),
  date_updated: new Date(at).toUTCString(),
  date_sent: direction === 'inbound' ? new Date(at).toUTCString() : null,
  num_segments: '1',
  num_media: '0',
  error_code: null,
  error_message: null,
  price: null,
  price_unit: 'USD',
  api_version: '2010-04-01',
  messaging_service_sid: null,
  subresource_uris: {},
  uri: `/2010-04-01/Accounts/${twilioAccount}/Messages/${id}.json`,
})
