import { fork, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CannotStart } from '../support/cannot-start.ts'
import { root } from '../support/paths.ts'

export type ChildOptions = {
  /** Name in messages. */
  name: string
  entry: string
  env: NodeJS.ProcessEnv
  /** File for its output; the terminal if absent. */
  log?: string
  /** How long it keeps serving after a stop request, in milliseconds; added to its time limit. */
  drainMs?: number
  say: (line: string) => void
}

export type Supervised = {
  /** Settles when it is first ready; the address is the server's. */
  ready: Promise<{ address?: string }>
  /** Asks it to finish; kills it 11 seconds after its drain. Resolves when it is gone. */
  stop(): Promise<void>
}

/** EX_CONFIG: the configuration is at fault and the child has said how. */
const configurationErrorCode = 78
const maxTriesBeforeReady = 3
const steadyAfterMs = 60_000
/** Longer than server and worker give themselves. */
const graceMs = 11_000

/**
 * Runs a child and restarts it, with growing delays, when it ends unasked. It has an open channel, by which it notices
 * this process's death, and its own session, so that Ctrl-C reaches it only through this process.
 */
export function supervise({ name, entry, env, log, drainMs = 0, say }: ChildOptions): Supervised {
  let child: ChildProcess
  let stopping = false
  let wasReady = false
  let crashes = 0
  const ready = Promise.withResolvers<{ address?: string }>()
  const stopRequested = new AbortController()

  const start = () => {
    const startedAt = Date.now()
    const output = log ? fs.openSync(log, 'a', 0o600) : 'inherit'
    child = fork(path.resolve(root, entry), {
      cwd: root,
      env,
      stdio: ['ignore', output, output, 'ipc'],
      detached: true,
    })
    if (typeof output === 'number') fs.closeSync(output)
    child.on('message', (message: { ready?: boolean; address?: string }) => {
      if (message?.ready !== true) return
      wasReady = true
      ready.resolve({ address: message.address })
    })
    child.once('exit', (code, signal) => {
      if (stopping) return
      if (Date.now() - startedAt > steadyAfterMs) crashes = 0
      crashes++
      if (!wasReady && (code === configurationErrorCode || crashes >= maxTriesBeforeReady)) {
        const said = log ? ` Its last output:\n${fs.readFileSync(log, 'utf8').slice(-2000)}` : ''
        const exitCode = code ?? 1
        ready.reject(new CannotStart(`The ${name} does not start (exit code ${exitCode}).${said}`, { exitCode }))
        return
      }
      const pause = Math.min(30_000, 250 * 2 ** (crashes - 1))
      say(`The ${name} ended unexpectedly (${signal ?? `status ${code}`}); restarting it in ${pause / 1000} s.`)
      void wait(pause, undefined, { signal: stopRequested.signal }).then(start, () => {})
    })
  }
  start()

  const isGone = () => child.exitCode !== null || child.signalCode !== null
  return {
    ready: ready.promise,
    stop: async () => {
      stopping = true
      stopRequested.abort()
      if (isGone()) return
      const gone = new Promise((resolve) => void child.once('exit', resolve))
      child.kill('SIGTERM')
      const timer = setTimeout(() => {
        say(`The ${name} did not stop within ${(drainMs + graceMs) / 1000} s and was killed.`)
        child.kill('SIGKILL')
      }, drainMs + graceMs)
      await gone
      clearTimeout(timer)
    },
  }
}

/** A log file for a child: kept over restarts, but not forever. */
export function logFile(folder: string, name: string): string {
  const file = path.join(folder, `${name}.log`)
  if (fs.existsSync(file) && fs.statSync(file).size > 5_000_000) fs.renameSync(file, `${file}.old`)
  return file
}
