import { sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Arrivals, EventSettings, ProviderQuestion, ProviderReport } from '../support/messages.ts'

/**
 * A mail provider as fast as Node allows: accepts posted messages, confirms them after a delay, and counts in its own
 * ledger how often each notice arrived. It runs in its own process, so that it does not use the sender's event loop.
 * Its contract is checked elsewhere (tests/standins).
 */
let delayMs = 0
let messages = 0
let ledger = new Map<string, { times: number; firstAt: number }>()
let events: EventSettings | undefined
let due: { notice: string; attempt: string; at: number }[] = []
let sample = ''
let awaited: { messages: number; tell: () => void } | undefined
const toNoticeId = /"notice":"(\d+)"(?:,"attempt":"(\d+)")?/

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString()
    const [, notice = 'unnamed', attempt = '1'] = toNoticeId.exec(body) ?? []
    const { times, firstAt } = ledger.get(notice) ?? { times: 0, firstAt: Date.now() }
    ledger.set(notice, { times: times + 1, firstAt })
    if (events) due.push({ notice, attempt, at: Date.now() + events.afterMs })
    messages++
    sample ||= body
    const answer = () => response.writeHead(202, { 'x-message-id': `message-${notice}`, 'content-length': 0 }).end()
    if (delayMs === 0) answer()
    else void wait(delayMs).then(answer)
    reportIfComplete()
  })
})
server.keepAliveTimeout = 60_000

function reportIfComplete() {
  if (!awaited || messages < awaited.messages) return
  awaited.tell()
  awaited = undefined
}

setInterval(() => {
  if (events) void sendEvents(events)
}, 100)

async function sendEvents({ webhook, privateKey }: EventSettings): Promise<void> {
  const now = Date.now()
  const ready = due.filter(({ at }) => at <= now)
  if (ready.length === 0) return
  due = due.filter(({ at }) => at > now)
  const timestamp = String(Math.floor(now / 1000))
  const body = JSON.stringify(
    ready.map(({ notice, attempt }) => ({
      event: 'delivered',
      timestamp: Number(timestamp),
      sg_event_id: `event-${notice}-${attempt}`,
      sg_message_id: `message-${notice}.recvd-1-1`,
      notice,
      attempt,
    })),
  )
  const signature = sign('sha256', Buffer.from(timestamp + body), privateKey).toString('base64')
  const answer = await fetch(webhook, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-twilio-email-event-webhook-timestamp': timestamp,
      'x-twilio-email-event-webhook-signature': signature,
    },
  })
  if (!answer.ok) console.error(`The webhook answered ${answer.status}: ${await answer.text()}`)
}

const done = () => process.send?.({ done: true })

process.on('message', (question: ProviderQuestion) => {
  if ('begin' in question) {
    delayMs = question.begin.delayMs
    events = question.begin.events
    due = []
    ledger = new Map()
    messages = 0
    done()
  } else if ('until' in question) {
    awaited = { messages: question.until, tell: done }
    reportIfComplete()
  } else if ('arrivals' in question) {
    process.send?.(
      Array.from(ledger.entries(), ([notice, { firstAt }]) => [Number(notice), firstAt]) satisfies Arrivals,
    )
  } else {
    const twice = Array.from(
      ledger.entries().filter(([, { times }]) => times > 1),
      ([notice]) => notice,
    )
    process.send?.({ notices: ledger.size, messages, twice: twice.slice(0, 20), sample } satisfies ProviderReport)
  }
})
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
