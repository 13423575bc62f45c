import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CannotStart } from '../support/cannot-start.ts'
import { databaseEnvironment, type RunAs } from './binaries.ts'

/** PostgreSQL's entries in postmaster.pid. */
type Postmaster = { pid: number; port: number; status: string }

/**
 * The PostgreSQL running on this data folder, if any. A stale pid file counts only if its pid is a process started on
 * this folder, because pids are reused, especially in containers.
 */
export function runningPostmaster(data: string): Postmaster | undefined {
  const lines = readIfPresent(path.join(data, 'postmaster.pid')).split('\n')
  const pid = Number(lines[0])
  if (!(pid > 0) || !readCommandLine(pid).includes(data)) return undefined
  return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? '').trim() }
}

/** Stops the PostgreSQL on this folder, if any: it rolls back open transactions, writes committed data and exits. */
export async function stopPostmaster(data: string): Promise<void> {
  const found = runningPostmaster(data)
  if (!found) return
  signal(found.pid, 'SIGINT')
  if (await waitUntil(15_000, () => !runningPostmaster(data))) return
  // Immediate shutdown: no checkpoint; the next start recovers from the log. Nothing committed is lost.
  signal(found.pid, 'SIGQUIT')
  if (!(await waitUntil(10_000, () => !runningPostmaster(data))))
    throw new Error(`PostgreSQL (pid ${found.pid}) did not stop.`)
}

type Launch = { binaries: string; data: string; log: string; user: RunAs; flags: string[] }
type Running = { child: ChildProcess | undefined; port: number; reused: boolean }

/**
 * Starts PostgreSQL on a folder, or joins the one already running there.
 * @param samePort where connected clients look for it again; otherwise any free port
 * @param giveUp stops retrying
 * @throws CannotStart with PostgreSQL's reason in one line
 */
export async function startOrJoin(launched: Launch, samePort?: number, giveUp?: AbortSignal): Promise<Running> {
  const { data, log } = launched
  const before = fs.statSync(log, { throwIfNoEntry: false })?.size ?? 0
  for (let attempt = 0; ; attempt++) {
    const port = samePort ?? (await freePort())
    const child = (await runs(data)) ? undefined : await launch(launched, port)
    const found = runningPostmaster(data)
    if (found?.status === 'ready') return { child, port: found.port, reused: !child }
    if (attempt >= 40 || giveUp?.aborted)
      throw new CannotStart(
        `Cannot start the database in ${data} (${lastLogLine(log, before)}). See ${log}. If you cannot repair it, restore a copy of ${path.dirname(data)}, or remove it to start over.`,
      )
    await wait(100) // A killed predecessor holds its shared memory until its last process is gone.
  }
}

/** Why PostgreSQL ended, from the log after the given offset: the fatal line, or else the last one. */
function lastLogLine(log: string, after: number): string {
  const lines = fs.readFileSync(log).subarray(after).toString().split('\n').filter(Boolean)
  const fatal = lines.findLast((line) => /(FATAL|PANIC): /.test(line))
  return (fatal ?? lines.at(-1) ?? 'it ended without a message').replace(/^(but |.*?(FATAL|PANIC): +)/, '')
}

/** True once the PostgreSQL on the folder is ready; waits for one that is stopping. */
async function runs(data: string): Promise<boolean> {
  await waitUntil(60_000, () => ['ready', undefined].includes(runningPostmaster(data)?.status))
  return runningPostmaster(data) !== undefined
}

/** Calls back once when PostgreSQL is gone: immediately for a child process, shortly after for one that was joined. */
export function onceGone(data: string, child: ChildProcess | undefined, then: () => void): void {
  if (child && child.exitCode === null && child.signalCode === null) {
    child.once('exit', then)
    return
  }
  const timer = setInterval(() => {
    if (runningPostmaster(data)) return
    clearInterval(timer)
    then()
  }, 250)
  timer.unref()
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

/**
 * Starts PostgreSQL and waits until it accepts connections. It is detached, so that Ctrl-C does not reach it before
 * this process has finished with it.
 * @returns the process, or undefined if it ended immediately (port taken, or a killed predecessor not quite gone)
 */
async function launch({ binaries, data, log, user, flags }: Launch, port: number): Promise<ChildProcess | undefined> {
  const stderr = fs.openSync(log, 'a', 0o600)
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // Statements and their values contain personal data, so they are not logged.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
  const child = spawn(
    path.join(binaries, 'bin', 'postgres'),
    ['-D', data, '-p', String(port), ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`]), ...flags],
    { ...user, cwd: '/', env: databaseEnvironment(), stdio: ['ignore', 'ignore', stderr], detached: true },
  )
  fs.closeSync(stderr)
  let over = false
  child.once('exit', () => (over = true))
  child.once('error', () => (over = true))
  const isReady = () => {
    const found = runningPostmaster(data)
    return found?.pid === child.pid && found?.status === 'ready'
  }
  // Recovery after a kill may take a while; keep waiting as long as the process lives.
  await waitUntil(120_000, () => over || isReady())
  if (!over && !isReady()) {
    child.kill('SIGQUIT')
    throw new Error(`PostgreSQL did not become ready within two minutes. See ${log}.`)
  }
  return over ? undefined : child
}

/** Whether there is a process with this id, ours or not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Waits for a condition; false if the time (in milliseconds) ran out first. */
async function waitUntil(time: number, condition: () => boolean): Promise<boolean> {
  const end = performance.now() + time
  while (!condition()) {
    if (performance.now() > end) return false
    await wait(10)
  }
  return true
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function readIfPresent(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The command line of a process; '' if there is none, or it has ended and waits to be reaped. */
function readCommandLine(pid: number): string {
  if (process.platform === 'linux') return readIfPresent(`/proc/${pid}/cmdline`)
  const command =
    process.platform === 'win32'
      ? [
          'powershell',
          '-NoProfile',
          '-Command',
          `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`,
        ]
      : ['ps', '-ww', '-o', 'command=', '-p', String(pid)]
  try {
    return execFileSync(command[0]!, command.slice(1), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}
