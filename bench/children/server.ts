import { readFileSync } from 'node:fs'
import { startServer } from '#server/start.ts'
import { loadEnv } from '#shared/node/configuration/env.ts'
import { startBareIngest } from '../limits/bare-ingest.ts'

/** The server; and, if it is given a database and a key, in the same process the route that is the limit of bar 5. */
const [settings = '{}', bareDatabase, key = ''] = process.argv.slice(2)
const server = await startServer(loadEnv(JSON.parse(settings) as Record<string, string>))
const limit = bareDatabase ? await startBareIngest(bareDatabase, key) : ''

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
