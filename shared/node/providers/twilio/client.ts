import { AsyncLocalStorage } from 'node:async_hooks'
import twilio, { type RequestClient } from 'twilio'
import { type Answer, possiblyTakenError, type Http, openHttp, parseRetryAfter } from '../common/http.ts'
import { DeliveryError } from '../common/transport.ts'

const connections = 50

const gate = new AsyncLocalStorage<() => boolean>()

/**
 * Cancels the calls that `work` makes through the official client if `mayBegin`, asked just before each, returns false.
 */
export const callIfInTime = <T>(mayBegin: () => boolean, work: () => Promise<T>): Promise<T> => gate.run(mayBegin, work)

/** Replaces the official client's HTTP layer, as its documentation allows. */
export class KeepAliveClient extends twilio.RequestClient {
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
      body: options.data ? encodeForm(options.data) : undefined,
      mayBegin: gate.getStore(),
    })
    const problem = toTransportError(answer)
    if (problem) throw problem
    return { statusCode: answer.status, body: parseBody(answer) as T, headers: answer.headers }
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

function encodeForm(data: object): string {
  const form = new URLSearchParams()
  for (const [key, value] of Object.entries(data))
    for (const item of Array.isArray(value) ? value : [value]) form.append(key, String(item))
  return form.toString()
}

function parseBody(answer: Answer): unknown {
  try {
    return JSON.parse(answer.body)
  } catch {
    return { message: 'no JSON', code: answer.status }
  }
}

/** Statuses that say nothing about the message, with Retry-After, which the official client drops. */
function toTransportError(answer: Answer): DeliveryError | null {
  const said = `Twilio answered ${answer.status}.`
  if (answer.status === 429)
    return new DeliveryError('retry', said, { retryAfterMs: parseRetryAfter(answer.headers) ?? 5000 })
  if (answer.status >= 500) return possiblyTakenError(answer, said)
  return null
}
