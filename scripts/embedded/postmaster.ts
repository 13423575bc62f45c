import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { databaseEnvironment, type RunAs } from './binaries.ts'

/** What PostgreSQL says of itself in postmaster.pid. */
export type Postmaster = { pid: number; port: number; status: string }

/**
 * The PostgreSQL that runs on this data folder, if one does. A pid file left by a kill counts only if its pid still is
 * a process that was started on this folder; pids are used again, above all in containers.
 */
export function runningPostmaster(data: string): Postmaster | undefined {
  const lines = readOrNothing(path.join(data, 'postmaster.pid')).split('\n')
  const pid = Number(lines[0])
  if (!(pid > 0) || !commandOf(pid).includes(data)) return undefined
  return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? '').trim() }
}

/** Ends the PostgreSQL on this folder, if one runs: rolls back what is open, writes what is committed, and exits. */
export async function stopPostmaster(data: string): Promise<void> {
  const found = runningPostmaster(data)
  if (!found) return
  signal(found.pid, 'SIGINT')
  if (await within(15_000, () => !runningPostmaster(data))) return
  // Immediate shutdown: no checkpoint; the next start recovers from the log. Nothing committed is lost.
  signal(found.pid, 'SIGQUIT')
  if (!(await within(10_000, () => !runningPostmaster(data))))
    throw new Error(`PostgreSQL (pid ${found.pid}) does not stop.`)
}

export type Launch = { binaries: string; data: string; log: string; user: RunAs; port: number; flags: string[] }

/**
 * Starts PostgreSQL and waits until it takes connections.
 * It is detached: a Ctrl-C for us must not reach it before we have finished with it.
 * @returns the process, or undefined when it ended at once (port taken, or a killed predecessor not quite gone)
 */
export async function launch({ binaries, data, log, user, port, flags }: Launch): Promise<ChildProcess | undefined> {
  const stderr = fs.openSync(log, 'a', 0o600)
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // Statements and their values name people; the log keeps neither.
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
  // Recovery after a kill may take a while; as long as the process lives it is getting there.
  await within(120_000, () => over || isReady())
  if (!over && !isReady()) {
    child.kill('SIGQUIT')
    throw new Error(`PostgreSQL did not become ready within two minutes; see ${log}.`)
  }
  return over ? undefined : child
}

/** Waits for a condition; false when the time (milliseconds) ran out first. */
export async function within(time: number, condition: () => boolean): Promise<boolean> {
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

function readOrNothing(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The command line of a process; '' when there is none, or when it has ended and only waits to be collected. */
function commandOf(pid: number): string {
  if (process.platform === 'linux') return readOrNothing(`/proc/${pid}/cmdline`)
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
