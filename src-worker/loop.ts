import type { Log } from '#shared/node/log.ts'
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
  let stopped = false
  let woken = false
  let endWait = () => {}

  const wait = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs)
      endWait = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const run = async () => {
    while (!stopped) {
      woken = false
      const more = await step().catch((error: unknown) => {
        log.error('A batch failed and is tried again.', error, { loop: name })
        return false
      })
      if (!more && !woken && !stopped) await wait()
    }
  }
  const running = run()

  return {
    wake() {
      woken = true
      endWait()
    },
    async stop() {
      stopped = true
      endWait()
      await running
    },
  }
}
