import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Observer } from './observations.ts'

type Supervisor = {
  /** Resolves when it is ready. */
  start(): Promise<void>
  /** Ends the process in this way and waits until it is gone; it is not restarted automatically. */
  end(how: (child: ChildProcess) => void): Promise<void>
  /** The process of the last start. */
  current(): ChildProcess
}

/** A supervisor keeps starting a process for this long: the database may not be back yet. */
const startWithinMs = 120_000
const startEveryMs = 250

/**
 * Supervises a server or worker: each start is a new process, and one that ends unasked is started again.
 * @param fork starts a process, which says `{ ready: true }` when it is
 */
export function supervise(name: string, fork: () => ChildProcess, observer: Observer): Supervisor {
  let child: ChildProcess
  let isEnding = false
  let reviving = Promise.resolve()
  const start = async () => {
    isEnding = false
    for (const since = performance.now(); ;) {
      const started = fork()
      child = started
      observer.follow(started)
      if (await becomesReady(started)) return void started.once('exit', () => revive(started))
      if (isEnding || performance.now() - since > startWithinMs)
        throw new Error(`The ${name} does not start. Its last words:\n${observer.lastWords()}`)
      await wait(startEveryMs)
    }
  }
  const revive = (ended: ChildProcess) => {
    if (isEnding) return
    observer.noteOwnEnd(ended)
    reviving = start()
    reviving.catch(() => {}) // The next caller that ends the process gets the error.
  }
  return {
    start,
    end: async (how) => {
      await reviving
      isEnding = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      how(child)
      await gone
    },
    current: () => child,
  }
}

/** @returns false if it ended before it was ready */
function becomesReady(child: ChildProcess): Promise<boolean> {
  const ready = new Promise<true>((resolve) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && message !== null && 'ready' in message) resolve(true)
    })
  })
  return Promise.race([ready, once(child, 'exit').then(() => false)])
}
