import type { Log } from '#shared/node/platform/log.ts'
import type { Loop } from './deps.ts'

/**
 * Runs `step` again and again while it says there may be more, then waits to be woken or for `everyMs`.
 * A step that throws is logged and tried again after the wait: a loop ends only when it is stopped.
 * @param step one batch; true where another may be waiting
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
      // A new bell before the step: one that rings during it is not missed.
      state.bell = Promise.withResolvers<void>()
      const more = await step().catch((error: unknown) => {
        log.error('loop.step_failed', error, { loop: name })
        return false
      })
      if (more || state.stopped) continue
      const timer = setTimeout(state.bell.resolve, everyMs)
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
