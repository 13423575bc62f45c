import type { Log } from '#shared/node/platform/log.ts'
import type { Loop } from './deps.ts'

/** A database that was unreachable is usually back after seconds. */
export const retryMs = 2_000

/**
 * Repeats `step` while there may be more work, then waits to be woken or for `everyMs`. A step that throws is logged and
 * retried after `retryMs`: a loop ends only when it is stopped.
 * @param step one batch; returns true if another may be waiting
 */
export function startLoop({
  name,
  everyMs,
  log,
  step,
}: {
  name: string
  everyMs: number
  log: Log
  step: () => Promise<boolean>
}): Loop {
  const state = { stopped: false, bell: Promise.withResolvers<void>() }

  const run = async () => {
    while (!state.stopped) {
      let waitMs = everyMs
      // Created before the step, so that a wake during it is not missed.
      state.bell = Promise.withResolvers<void>()
      const more = await step().catch((error: unknown) => {
        log.error('loop.step_failed', error, { loop: name })
        waitMs = Math.min(everyMs, retryMs)
        return false
      })
      if (more || state.stopped) continue
      const timer = setTimeout(state.bell.resolve, waitMs)
      await state.bell.promise
      clearTimeout(timer)
    }
  }
  const running = run()

  return {
    wake: () => state.bell.resolve(),
    async stop() {
      state.stopped = true
      state.bell.resolve()
      await running
    },
  }
}
