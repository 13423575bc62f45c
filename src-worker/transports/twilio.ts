import twilio, { type RequestClient } from 'twilio'
import type { Env } from '#shared/node/env.ts'
import type { TextMessage } from '../templates/message.ts'
import { type Answer, type Http, openHttp, retryAfterMs } from './http.ts'
import { namesDocument } from './names-document.ts'
import { DeliveryError, type LookUp, type Transport } from './transport.ts'

const connections = 50
/** After this, an accepted text is on Twilio's list in any case. */
const doubtWaitMs = 30_000
/** Clocks differ a little. */
const clockSpareMs = 10_000
/** Texts of a page of the list, and pages that are read: more than one number is sent while a call is in doubt. */
const pageSize = 100
const pagesAtMost = 20
/** A further page is not asked for after this: all of them must end within a lease (../delivery/clock.ts). */
export const twilioTimes = { pagesMs: 60_000 }

type TwilioEnv = Pick<
  Env,
  'TWILIO_ACCOUNT_SID' | 'TWILIO_AUTH_TOKEN' | 'TWILIO_FROM' | 'TWILIO_BASE_URL' | 'PUBLIC_URL'
>

/**
 * Twilio's official client, on keep-alive connections of our own.
 * @param times other than usual in tests alone
 */
export function twilioTransport(env: TwilioEnv, { pagesMs }: typeof twilioTimes = twilioTimes): Transport<TextMessage> {
  const http = new KeepAliveClient(env.TWILIO_BASE_URL)
  const client = twilio(env.TWILIO_ACCOUNT_SID, env.TWILIO_AUTH_TOKEN, { httpClient: http, autoRetry: false })
  const from = env.TWILIO_FROM ?? ''
  // 'MG…' names a messaging service, which chooses among its numbers.
  const sender = from.startsWith('MG') ? { messagingServiceSid: from } : { from }
  const callbacks = callbackAddress(env)
  return {
    name: 'twilio',
    send: ({ noticeId, attempt, message }) =>
      answered(async () => {
        const text = await client.messages.create({
          to: message.to,
          ...sender,
          body: message.text,
          ...(callbacks && { statusCallback: `${callbacks}?notice=${noticeId}&attempt=${attempt}` }),
        })
        return text.sid
      }),
    doubtWaitMs,
    ask: ({ target, calledAt, link, documentId = null }) =>
      answered(async () => {
        const texts = await textsSince(client, target, calledAt.getTime() - clockSpareMs, pagesMs)
        const ours = texts.filter(
          ({ direction, body }) =>
            direction.startsWith('outbound') &&
            (link === null || body.includes(link) || (documentId !== null && namesDocument(body, documentId))),
        )
        return ours.at(-1)?.sid ?? null
      }),
    lookUp: (number) =>
      answered(async () =>
        readLookUp(await client.lookups.v2.phoneNumbers(number).fetch({ fields: 'line_type_intelligence' })),
      ),
    close: () => http.close(),
  }
}

type ListedText = { sid: string; direction: string; dateCreated: Date; body: string }
type Page = { instances: ListedText[]; nextPage(): Promise<Page> | undefined }

/** Texts to a number since a moment, the newest first. A busy number may have had many since. */
async function textsSince(
  client: ReturnType<typeof twilio>,
  to: string,
  since: number,
  pagesMs: number,
): Promise<ListedText[]> {
  const texts: ListedText[] = []
  const end = performance.now() + pagesMs
  let page: Page = await client.messages.page({ to, pageSize })
  for (let pages = 1; ; pages++) {
    const young = page.instances.filter((text) => text.dateCreated.getTime() >= since)
    texts.push(...young)
    const next = young.length === page.instances.length && pages < pagesAtMost ? await page.nextPage() : undefined
    if (!next) return texts
    if (performance.now() > end) throw new DeliveryError('retry', 'Twilio took too long to list its texts.')
    page = next
  }
}

/** Where Twilio reports what became of a text; it cannot reach a loopback address. */
function callbackAddress(env: TwilioEnv): string | null {
  const { hostname } = new URL(env.PUBLIC_URL)
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return loopback && !env.TWILIO_BASE_URL ? null : `${env.PUBLIC_URL}/webhooks/twilio/status`
}

/** The official client's HTTP part, replaced as its documentation provides for. */
class KeepAliveClient extends twilio.RequestClient {
  readonly #base: string | undefined
  readonly #open = new Map<string, Http>()
  constructor(base: string | undefined) {
    super()
    this.#base = base && new URL(base).origin
  }

  override async request<T>(
    options: Parameters<RequestClient['request']>[0],
  ): ReturnType<typeof RequestClient.prototype.request<T>> {
    const address = new URL(options.uri)
    for (const [key, value] of Object.entries(options.params ?? {})) address.searchParams.append(key, String(value))
    const headers = { ...(options.headers as Record<string, string> | undefined) }
    if (options.username && options.password)
      headers.Authorization = `Basic ${Buffer.from(`${options.username}:${options.password}`).toString('base64')}`
    const answer = await this.#httpOf(this.#base ?? address.origin).request({
      method: options.method.toUpperCase(),
      path: address.pathname + address.search,
      headers,
      body: options.data ? formOf(options.data) : undefined,
    })
    const problem = transportProblem(answer)
    if (problem) throw problem
    return { statusCode: answer.status, body: bodyOf(answer) as T, headers: answer.headers }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((http) => http.close()))
  }

  #httpOf(origin: string): Http {
    const http = this.#open.get(origin) ?? openHttp(origin, connections)
    this.#open.set(origin, http)
    return http
  }
}

function formOf(data: object): string {
  const form = new URLSearchParams()
  for (const [key, value] of Object.entries(data))
    for (const one of Array.isArray(value) ? value : [value]) form.append(key, String(one))
  return form.toString()
}

function bodyOf(answer: Answer): unknown {
  try {
    return JSON.parse(answer.body)
  } catch {
    return { message: 'no JSON', code: answer.status }
  }
}

/** Statuses that say nothing of the message, with what the client would not pass on (Retry-After). */
function transportProblem(answer: Answer): DeliveryError | null {
  const said = `Twilio answered ${answer.status}.`
  if (answer.status === 429)
    return new DeliveryError('retry', said, { retryAfterMs: retryAfterMs(answer.headers) ?? 5000 })
  if (answer.status === 502 || answer.status === 504) return new DeliveryError('in-doubt', said)
  if (answer.status >= 500) return new DeliveryError('retry', said, { retryAfterMs: retryAfterMs(answer.headers) })
  return null
}

async function answered<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw error instanceof DeliveryError ? error : refusalOf(error as { status?: number; code?: number })
  }
}

// Not the message's fault, and it may be mended: a wrong key, a closed account, a queue that is full, a busy service.
const forNow = new Set([14107, 20003, 20005, 20429, 30001, 30002, 63017])
/** The owner of the number replied STOP to Twilio itself. */
const stopped = 21610

/** What an error of Twilio's interface means for this text. */
export function refusalOf({ status, code }: { status?: number; code?: number }): DeliveryError {
  const said = `Twilio answered ${code ?? status ?? 'something unreadable'}.`
  if (code === stopped)
    return new DeliveryError('refused', 'The owner of the number replied STOP.', { suppress: 'stop' })
  if (status === undefined) return new DeliveryError('in-doubt', said)
  if ((code !== undefined && forNow.has(code)) || status === 401 || status === 403 || status === 408)
    return new DeliveryError('retry', said)
  return new DeliveryError('refused', said)
}

type Line = { valid: boolean; lineTypeIntelligence?: unknown }

/** Land lines take no texts; a type that Twilio does not know is given the benefit of the doubt. */
export function readLookUp({ valid, lineTypeIntelligence }: Line): LookUp {
  if (!valid) return { textable: false, problem: 'This number is not in use.' }
  const type = (lineTypeIntelligence as { type?: unknown } | null | undefined)?.type
  return type === 'landline' || type === 'pager' || type === 'voicemail'
    ? { textable: false, problem: 'This is a land line; it cannot take texts.' }
    : { textable: true }
}
