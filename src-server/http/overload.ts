import type { FastifyInstance } from 'fastify'
import { isHealthRoute } from './health.ts'

const everyMs = 100

/**
 * Judges moments that should be `everyMs` apart: overloaded if the last two both came more than `limitMs` late. One
 * stall, however long, is no overload: after a machine slept, or a program was loading, the server can take calls.
 */
export function watchLateness(limitMs: number): { note(nowMs: number): void; isOverloaded(): boolean } {
  let [last, late, lateBefore] = [Number.POSITIVE_INFINITY, false, false]
  return {
    note(nowMs) {
      lateBefore = late
      late = nowMs - last - everyMs > limitMs
      last = nowMs
    },
    isOverloaded: () => late && lateBefore,
  }
}

/** Refuses calls with 503 while the event loop is late repeatedly by more than `overloadedMs` milliseconds. */
export function shedOverload(app: FastifyInstance, overloadedMs: number): void {
  const lateness = watchLateness(overloadedMs)
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    timer = setInterval(() => lateness.note(performance.now()), everyMs).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
  app.addHook('onRequest', async (req) => {
    if (lateness.isOverloaded() && !isHealthRoute(req.routeOptions.url))
      throw Object.assign(new Error('Overloaded.'), { statusCode: 503 })
  })
}
