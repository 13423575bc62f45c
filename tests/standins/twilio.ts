import { randomBytes } from 'node:crypto'
import { twilioContract } from './contract.ts'
import type { NewEntry } from './ledger.ts'
import { type HandlerResult, type Ledgers, type ProviderOptions, startProvider, type StandIn } from './provider.ts'
import { twilioAccount, twilioNumber, twilioToken } from './twilio-account.ts'
import { type ListedText, listTexts, toResource, toSentText } from './twilio-texts.ts'
import { postForm, signForm, toInboundFields, toStatusCallback } from './twilio-webhooks.ts'

export type TwilioStandIn = StandIn & {
  /** Numbers that the lookup knows as landlines, and as not in use. */
  landlines: Set<string>
  unused: Set<string>
  /** Numbers whose owners replied STOP: a text to them is refused with 21610. */
  stopped: Set<string>
  signed: typeof signForm
  status: typeof toStatusCallback
  post: typeof postForm
  /** Fields of a text that a resident sends to our number; the list has it from now on, even if its webhook fails. */
  inbound(from: string, body: string, at?: Date): Record<string, string>
  /** Numbers that get no text although Twilio accepts it: reported as undelivered, with 30005. */
  undeliverable: Set<string>
  /** Numbers whose owners answer each text with STOP, while Twilio itself does not stop them. */
  repliesStop: Set<string>
  /** Whether it accepts texts, and then reports that carriers refuse them because of the county's number. */
  refusesLater: boolean
}

/** The status of a refusal because the number's owner replied STOP. */
export const stoppedStatus = 400

const auth = `Basic ${Buffer.from(`${twilioAccount}:${twilioToken}`).toString('base64')}`
const messages = `/2010-04-01/Accounts/${twilioAccount}/Messages.json`
const sid = () => `SM${randomBytes(16).toString('hex')}`
const toProblem = (status: number, code: number, message: string) => ({
  code,
  message,
  more_info: `https://www.twilio.com/docs/errors/${code}`,
  status,
})
const problem = (status: number, code: number, message: string): HandlerResult => ({
  answer: { status, body: toProblem(status, code, message) },
})
const refuse = (message: NewEntry, ...why: Parameters<typeof problem>): HandlerResult => ({
  ...problem(...why),
  message,
  refused: true,
})
const failures: Record<number, [code: number, message: string]> = {
  401: [20003, 'Authenticate'],
  429: [20429, 'Too Many Requests'],
  500: [20500, 'Internal Server Error'],
  503: [20503, 'Service Unavailable'],
}
const toFailureBody = (status: number) => toProblem(status, ...(failures[status] ?? [20001, 'The request failed']))

function toNewEntry({
  To: to = '',
  Body: text = '',
  From: from = '',
  StatusCallback: callback = '',
}: Fields): NewEntry {
  const query = callback ? new URL(callback).searchParams : null
  const readNumber = (name: string) => (query?.get(name) ? Number(query.get(name)) : null)
  return {
    id: sid(),
    to,
    notice: readNumber('notice'),
    attempt: readNumber('attempt'),
    message: { text, from, callback },
  }
}
type Fields = Partial<Record<string, string>>

/**
 * Twilio's Messages and Lookups, checked against the published contract if that is available, and its signed callbacks.
 */
export async function startTwilio(options: ProviderOptions = {}): Promise<TwilioStandIn> {
  const contract = twilioContract()
  const numbers = { landlines: new Set<string>(), unused: new Set<string>(), stopped: new Set<string>() }
  const received: ListedText[] = []

  const takeText = (body: string, { breaches }: Ledgers): HandlerResult => {
    const fields = Object.fromEntries(new URLSearchParams(body))
    const found = contract.create(fields)
    breaches.push(...found)
    if (found.length > 0) return problem(400, 21601, found.join('; '))
    const message = toNewEntry(fields)
    const refusal = findRefusal(message, numbers)
    if (refusal) return refusal
    return { answer: { status: 201, body: checkAnswer(toSentText({ ...message, at: Date.now() })) }, message }
  }
  const list = (url: URL, { breaches, ledger }: Ledgers): HandlerResult => {
    breaches.push(...contract.list(Object.fromEntries(url.searchParams)))
    const { page, place } = listTexts([...ledger.map(toSentText), ...received], url)
    return { answer: { status: 200, body: { messages: page.map(checkAnswer), ...place } } }
  }
  const handle: Parameters<typeof startProvider>[0]['handle'] = ({ method, url, headers, body }, self) => {
    if (headers.authorization !== auth) return problem(401, 20003, 'Authenticate')
    if (url.pathname === messages && method === 'POST') return takeText(body, self)
    if (url.pathname === messages && method === 'GET') return list(url, self)
    const number = /^\/v2\/PhoneNumbers\/(.+)$/.exec(url.pathname)?.[1]
    if (number && method === 'GET') return lookUp(decodeURIComponent(number), numbers)
    return problem(404, 20404, 'The requested resource was not found')
  }
  const standIn = await startProvider({ provider: 'twilio', handle, toFailureBody }, options)

  const checkAnswer = (text: ListedText): unknown => {
    const answer = toResource(twilioAccount, text)
    standIn.breaches.push(...contract.message(answer).map((breach) => `the stand-in's own answer: ${breach}`))
    return answer
  }
  return Object.assign(standIn, {
    ...numbers,
    undeliverable: new Set<string>(),
    repliesStop: new Set<string>(),
    refusesLater: false,
    signed: signForm,
    status: toStatusCallback,
    post: postForm,
    inbound: (from: string, body: string, at = new Date()) => {
      const id = sid()
      const text = { id, from, to: twilioNumber, body, at: at.getTime() }
      received.push({ ...text, direction: 'inbound', status: 'received', errorCode: null })
      return toInboundFields(id, from, body)
    },
  })
}

type Numbers = Pick<TwilioStandIn, 'landlines' | 'unused' | 'stopped'>

function findRefusal(message: NewEntry, { stopped, unused }: Numbers): HandlerResult | undefined {
  if (stopped.has(message.to)) return refuse(message, stoppedStatus, 21610, 'Attempt to send to unsubscribed recipient')
  if (unused.has(message.to)) return refuse(message, 400, 21211, "Invalid 'To' Phone Number")
  return undefined
}

const lookUp = (number: string, { landlines, unused }: Numbers): HandlerResult => ({
  answer: {
    status: 200,
    body: {
      phone_number: number,
      valid: !unused.has(number),
      line_type_intelligence: { type: landlines.has(number) ? 'landline' : 'mobile', error_code: null },
    },
  },
})
