import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * A mail provider as fast as Node allows: accepts posted messages, confirms them after a delay, and counts in its own
 * ledger how often each notice arrived. It runs in its own process, so that it does not use the sender's event loop.
 * Its contract is checked elsewhere (tests/standins).
 */
let delayMs = 0
let messages = 0
let ledger = new Map<string, number>()
let sample = ''
let awaited: { messages: number; tell: () => void } | undefined
const toNoticeId = /"notice":"(\d+)"/

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString()
    const notice = toNoticeId.exec(body)?.[1] ?? 'unnamed'
    ledger.set(notice, (ledger.get(notice) ?? 0) + 1)
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

/** `sample` is the first message, unchanged. */
export type ProviderReport = { notices: number; messages: number; twice: string[]; sample: string }
export type ProviderQuestion = { begin: { delayMs: number } } | { until: number } | { report: true }

const done = () => process.send?.({ done: true })

process.on('message', (question: ProviderQuestion) => {
  if ('begin' in question) {
    delayMs = question.begin.delayMs
    ledger = new Map()
    messages = 0
    done()
  } else if ('until' in question) {
    awaited = { messages: question.until, tell: done }
    reportIfComplete()
  } else {
    const twice = Array.from(
      ledger.entries().filter(([, times]) => times > 1),
      ([notice]) => notice,
    )
    process.send?.({ notices: ledger.size, messages, twice: twice.slice(0, 20), sample } satisfies ProviderReport)
  }
})
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
