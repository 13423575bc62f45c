import Fastify from 'fastify'
import { readFileSync } from 'node:fs'
import { startServer } from '#server/start.ts'
import { loadEnv } from '#shared/node/platform/env.ts'

/** The server, and in the same process a route that reads its body and does nothing: the limit of bar 5. */
const server = await startServer(loadEnv(JSON.parse(process.argv[2] ?? '{}') as Record<string, string>))

const nothing = Fastify({ logger: false })
nothing.post('/nothing', async () => ({ accepted: 1, duplicates: 0, revised: 0, rejected: [] }))
const limit = await nothing.listen({ host: '127.0.0.1', port: 0 })

export type ServerReady = { address: string; limit: string }
/** The process's peak memory in bytes, the answer to any message. */
export type ServerMemory = { peakBytes: number }
process.send?.({ address: server.address, limit } satisfies ServerReady)
process.on('message', () => process.send?.({ peakBytes: peakBytes() } satisfies ServerMemory))
process.on('disconnect', () => void server.stop().finally(() => process.exit(0)))

/** For this process only; `resourceUsage` also counts what the parent held when it forked. */
function peakBytes(): number {
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return kilobytes === undefined ? process.resourceUsage().maxRSS * 1024 : Number(kilobytes) * 1024
}
