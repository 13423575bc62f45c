import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Figures, FromChild } from './messages.ts'

type Program = { address: string; pool: Pool; stop(): Promise<void> }

/** How often we look, in milliseconds. */
const everyMs = 20
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
const describe = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))
const tell = (message: FromChild) => process.send?.(message)

/**
 * Watches this process from its start: memory after a collection, connections, and how long it did not turn to other
 * callers. Run with --expose-gc.
 * @returns what tells the parent that the program is ready, answers its questions, and stops the program with it
 */
export function watchProcess(): (program: Program) => void {
  const faults: string[] = []
  process.on('unhandledRejection', (error) => faults.push(`unhandled rejection: ${describe(error)}`))
  process.on('uncaughtException', (error) => faults.push(`uncaught exception: ${describe(error)}`))
  process.on('warning', (warning) => faults.push(`warning of Node: ${warning.name}: ${warning.message}`))
  return ({ address, pool, stop }) => {
    const holds = watchHolds()
    const measure = async (): Promise<Figures> => {
      const longestHoldMs = Math.round(holds.longest())
      await collect()
      // The collection itself held the loop.
      holds.reset()
      const { rss, heapUsed, external } = process.memoryUsage()
      return {
        rss,
        peakRss: process.resourceUsage().maxRSS * 1024,
        used: heapUsed + external,
        busyConnections: pool.totalCount - pool.idleCount,
        waitingForConnection: pool.waitingCount,
        longestHoldMs,
        faults: faults.splice(0),
      }
    }
    process.on('message', () => void measure().then((figures) => tell({ figures })))
    process.once('disconnect', () => void stop().finally(() => process.exit(0)))
    tell({ ready: true, address })
  }
}

/** Processor time, because other processes share the machine. */
function watchHolds() {
  let longest = 0
  let before = cpuMs()
  setInterval(() => {
    const now = cpuMs()
    longest = Math.max(longest, now - before)
    before = now
  }, everyMs)
  return {
    longest: () => longest,
    reset: () => {
      longest = 0
      before = cpuMs()
    },
  }
}

/** Waits for what a collection begins: the ends of objects that others watch, and pages that return to the machine. */
async function collect(): Promise<void> {
  for (let times = 0; times < 3; times++) {
    globalThis.gc?.()
    await nextTurn()
  }
}
