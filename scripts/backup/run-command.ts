import { stopOnSignal } from '../support/stop-on-signal.ts'

export type Terminal = {
  print: (text: string) => void
  /** Aborted by Ctrl-C and similar signals: the command cleans up and ends. */
  signal: AbortSignal
}

/** Runs a command that must not be cut off without cleaning up, and exits with its status; 130 if it was stopped. */
export async function runCommand(command: (args: string[], terminal: Terminal) => Promise<number>): Promise<never> {
  const stop = new AbortController()
  const running = command(process.argv.slice(2), { print: console.log, signal: stop.signal })
  stopOnSignal(async () => {
    stop.abort()
    await running
    process.exit(130)
  })
  process.exit(await running)
}

/** Ends a session when the command is stopped, so that the running statement fails immediately. */
export async function withSession<S extends { end(): Promise<void> }, T>(
  session: S,
  signal: AbortSignal,
  work: (session: S) => Promise<T>,
): Promise<T> {
  const end = () => void session.end().catch(() => {})
  signal.addEventListener('abort', end)
  try {
    signal.throwIfAborted()
    return await work(session)
  } finally {
    signal.removeEventListener('abort', end)
    await session.end().catch(() => {})
  }
}
