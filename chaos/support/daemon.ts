import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'

/** A program of the operating system that runs for a test, and ends with it. */
export type Daemon = {
  /** Whether it still runs. */
  isRunning(): boolean
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<void>
  /** The last lines that it wrote, for errors. */
  lastLines(): string
}

type DaemonOptions = {
  /** The user to run as; only root may choose. */
  user?: string
  /** A file for its output. */
  log: string
  env: NodeJS.ProcessEnv
  cwd: string
}

const maxStopMs = 20_000

/**
 * Starts a program. The kernel sends it SIGTERM when this process ends, however it ends; a server of PostgreSQL that it
 * started stops with it.
 */
export function startDaemon(program: string, args: string[], { user, log, env, cwd }: DaemonOptions): Daemon {
  const output = openSync(log, 'a')
  const asUser = user ? [`--reuid=${user}`, `--regid=${user}`, '--init-groups'] : []
  const child: ChildProcess = spawn('setpriv', [...asUser, '--pdeathsig=TERM', program, ...args], {
    cwd,
    env,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  child.on('error', () => {}) // Reported by `isRunning`.
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null
  return {
    isRunning,
    end: async (signal) => {
      if (!isRunning()) return
      const gone = once(child, 'exit')
      child.kill(signal)
      const timer = setTimeout(() => child.kill('SIGKILL'), maxStopMs)
      await gone
      clearTimeout(timer)
    },
    lastLines: () => readFileSync(log, 'utf8').trim().split('\n').slice(-15).join('\n'),
  }
}
