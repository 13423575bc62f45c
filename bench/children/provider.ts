import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * A mail provider as fast as Node can be one: takes what is posted, after a while says that it did, and counts in a
 * ledger of its own how often each notice came. In a process of its own, so that it is not the sender's event loop
 * that it uses. Its contract is checked elsewhere (tests/standins).
 */
let delayMs = Number(process.argv[2] ?? 0)
let ledger = new Map<string, number>()
const noticeOf = /"notice(?:_?id)?"\s*:\s*"?(\d+)/i

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const notice = noticeOf.exec(Buffer.concat(chunks).toString('latin1'))?.[1] ?? 'unnamed'
    ledger.set(notice, (ledger.get(notice) ?? 0) + 1)
    const answer = () => response.writeHead(202, { 'x-message-id': `message-${notice}`, 'content-length': 0 }).end()
    if (delayMs === 0) answer()
    else void wait(delayMs).then(answer)
  })
})
server.keepAliveTimeout = 60_000

export type ProviderReport = { notices: number; messages: number; twice: string[] }

process.on('message', (message: { delayMs?: number; report?: true; count?: true; reset?: true }) => {
  if (message.delayMs !== undefined) delayMs = message.delayMs
  if (message.reset) ledger = new Map()
  const messages = () => ledger.values().reduce((sum, times) => sum + times, 0)
  if (message.report) {
    const twice = Array.from(ledger.entries().filter(([, times]) => times > 1), ([notice]) => notice)
    process.send?.({ notices: ledger.size, messages: messages(), twice: twice.slice(0, 20) } satisfies ProviderReport)
  } else process.send?.({ done: true })
})
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send?.({ ready: true, port: (server.address() as AddressInfo).port }))
