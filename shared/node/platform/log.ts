const levels = { debug: 20, info: 30, warn: 40, error: 50, silent: 99 } as const
type Fields = Record<string, string | number | boolean | null | undefined>

/** One line of JSON a message. Callers pass ids and counts, never names, addresses or secrets. */
export type Log = {
  debug(message: string, fields?: Fields): void
  info(message: string, fields?: Fields): void
  warn(message: string, fields?: Fields): void
  error(message: string, error?: unknown, fields?: Fields): void
}

/** A database error's text may quote a row; its code and constraint do not. */
function describe(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: typeof error }
  const { code, constraint, severity } = error as Error & { code?: string; constraint?: string; severity?: string }
  const fromDatabase = severity !== undefined
  return {
    error: error.name,
    code,
    constraint,
    detail: fromDatabase ? undefined : error.message,
    stack: fromDatabase ? undefined : error.stack?.split('\n').slice(1, 6).join(' <- '),
  }
}

/** A full disk, or a reader of the log that is gone, costs lines of the log, not the process. */
function outliveLog(): void {
  for (const stream of [process.stdout, process.stderr])
    if (stream.listenerCount('error') === 0) stream.on('error', () => {})
}

/** A structured logger for one process ('server', 'worker'). */
export function createLog(process_: string, level: keyof typeof levels): Log {
  outliveLog()
  const write = (name: keyof typeof levels, message: string, fields: Fields) => {
    if (levels[name] < levels[level]) return
    process.stdout.write(
      `${JSON.stringify({ time: new Date().toISOString(), level: name, process: process_, message, ...fields })}\n`,
    )
  }
  return {
    debug: (message, fields = {}) => write('debug', message, fields),
    info: (message, fields = {}) => write('info', message, fields),
    warn: (message, fields = {}) => write('warn', message, fields),
    error: (message, error, fields = {}) => write('error', message, { ...describe(error), ...fields }),
  }
}
