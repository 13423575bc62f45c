import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { setClock } from '../support/fake-clock.ts'
import { ownRoot } from '../support/own-root.ts'
import { createObserver, type Observations } from './observations.ts'
import { supervise } from './supervisor.ts'

/** A server or worker process that faults can be injected into. */
export type RunningProcess = Observations & {
  name: 'worker' | 'server'
  /**
   * Ends it with a signal, either SIGKILL or the one of its supervisor, and starts another.
   * @param change what differs from now on: the folder of the program, settings
   */
  restart(signal: 'SIGKILL' | 'SIGTERM', change?: { root?: string; env?: NodeJS.ProcessEnv }): Promise<void>
  /** Suspends it for a while without its knowledge, like a suspended machine. */
  pause(ms: number): Promise<void>
  /** Lets its event loop hang, waits until its watchdog has ended it, and starts another as its supervisor would. */
  hang(): Promise<void>
  stop(): Promise<void>
  /** Sets its clock off by this many seconds. */
  setClock(seconds: number): void
  /** Bytes in use after a collection. */
  measureMemory(): Promise<number>
}

export type ProcessOptions = {
  args?: string[]
  env: NodeJS.ProcessEnv
  /** The folder of the program; by default this one. */
  root?: string
  /** Sets the clock of the process, where it can be set (../support/fake-clock.ts). */
  clockFile?: string | undefined
}

const observerFile = path.join(import.meta.dirname, '../children/observe.ts')
const reportWithinMs = 120_000
/** Several times what a watchdog waits on a busy machine. */
const endsHungWithinMs = 120_000

/**
 * Runs the server or worker; each start is a new process, and one that ends unasked is started again. @param entry the
 * file to run, from the program's folder
 */
export async function startProcess(
  name: 'worker' | 'server',
  entry: string,
  { args = [], env, root = ownRoot, clockFile }: ProcessOptions,
): Promise<RunningProcess> {
  let [folder, settings] = [root, env]
  const forkEntry = () =>
    fork(path.join(folder, entry), args, {
      cwd: folder,
      env: { ...process.env, ...settings },
      execArgv: ['--expose-gc', '--import', observerFile],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
  const observer = createObserver(name)
  const { start, end, current } = supervise(name, forkEntry, observer)
  await start()
  return {
    name,
    ...observer.seen,
    restart: async (signal, change = {}) => {
      await end((child) => child.kill(signal))
      if (signal === 'SIGTERM' && current().exitCode !== 0) observer.noteUncleanStop(current())
      folder = change.root ?? folder
      settings = { ...settings, ...change.env }
      await start()
    },
    pause: (ms) => pauseChild(current(), ms),
    hang: async () => {
      await end((child) => {
        child.send('hang')
        const tooLong = setTimeout(() => {
          observer.noteHang()
          child.kill('SIGKILL')
        }, endsHungWithinMs)
        child.once('exit', () => clearTimeout(tooLong))
      })
      await start()
    },
    setClock: (seconds) => {
      if (clockFile === undefined) throw new Error(`The clock of this ${name} cannot be set.`)
      setClock(clockFile, seconds)
    },
    measureMemory: () => askForMemory(current()),
    stop: () =>
      end((child) => {
        // A stopped process would never notice.
        child.kill('SIGCONT')
        child.disconnect()
      }),
  }
}

export const startServer = (options: ProcessOptions): Promise<RunningProcess> =>
  startProcess('server', 'src-server/main.ts', options)

/** A worker whose delivery clock is sped up by this factor (../children/worker.ts). */
export const startFastWorker = (deliveryClock: number, options: ProcessOptions): Promise<RunningProcess> =>
  startProcess('worker', 'chaos/children/worker.ts', { ...options, args: [String(deliveryClock)] })

async function pauseChild(child: ChildProcess, ms: number): Promise<void> {
  const waking = wakeWithoutUs(child)
  child.kill('SIGSTOP')
  await wait(ms)
  child.kill('SIGCONT')
  waking.kill()
}

/** Resumes a process if this one is killed, since a stopped process would never notice. */
function wakeWithoutUs({ pid }: ChildProcess): ChildProcess {
  // Its input ends with this process.
  const waiting = spawn('sh', ['-c', `read -r _; kill -CONT ${pid}`], { stdio: ['pipe', 'ignore', 'ignore'] })
  waiting.on('error', () => {}) // The pause then ends with the run that asked for it.
  return waiting
}

async function askForMemory(child: ChildProcess): Promise<number> {
  const signal = AbortSignal.timeout(reportWithinMs)
  child.send('memory?')
  for (;;) {
    const [answer]: unknown[] = await once(child, 'message', { signal })
    if (typeof answer === 'object' && answer !== null && 'memoryBytes' in answer) return Number(answer.memoryBytes)
  }
}
