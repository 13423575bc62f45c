import { ConfigurationError } from '#shared/node/configuration/env.ts'
import { AlreadyRunning, type Embedded } from '../database/embedded-postgres.ts'
import { CannotStart } from '../support/cannot-start.ts'
import { stopOnSignal } from '../support/stop-on-signal.ts'
import { supervise, type ChildOptions, type Supervised } from './supervise.ts'

export type Session = {
  say(line: string): void
  /** Runs server or worker, and stops it when this process ends. */
  run(name: 'server' | 'worker', options: Pick<ChildOptions, 'env' | 'log' | 'drainMs'>): Supervised
  /** Registers what to stop last, once it has started. */
  database(starting: Promise<Embedded>): void
  /** Registers what to stop with the children. */
  alsoStop(stop: () => Promise<void>): void
}

const say = (line: string) => console.log(line)

/**
 * Runs a start until its end: stops everything in order on a signal or when the start itself fails, which is reported
 * in one message. 78 is EX_CONFIG.
 */
export async function runSession(start: (session: Session) => Promise<void>): Promise<void> {
  const first: (() => Promise<void>)[] = []
  let database: Promise<Embedded> | undefined
  let stopping = false
  const stopAll = async () => {
    stopping = true
    await Promise.all(first.map((stop) => stop()))
    const running = await database?.catch(() => undefined)
    await running?.stop()
  }

  stopOnSignal(async () => {
    say('\nStopping …')
    await stopAll()
    say('Stopped.')
  })
  try {
    await start({
      say,
      run: (name, options) => {
        if (stopping) throw new Error('Stopped while starting.')
        const child = supervise({ name, entry: `src-${name}/main.ts`, say, ...options })
        child.ready.catch(() => {}) // The start awaits it, unless a stop comes first.
        first.push(child.stop)
        return child
      },
      database: (starting) => (database = starting),
      alsoStop: (stop) => first.push(stop),
    })
  } catch (error) {
    if (stopping) return
    if (error instanceof AlreadyRunning) {
      say(`${error.message}${error.address ? '; logins are in .data/demo.json.' : ''}`)
      process.exit(0)
    }
    const plain = error instanceof CannotStart || error instanceof ConfigurationError
    console.error(plain ? error.message : error)
    await stopAll()
    process.exit(error instanceof CannotStart ? error.exitCode : error instanceof ConfigurationError ? 78 : 1)
  }
}
