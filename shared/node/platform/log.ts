import { type LogEvent, type LogEventAt, logEvents } from './log-events.ts'

const levels = { debug: 20, info: 30, warn: 40, error: 50, silent: 99 } as const
type Fields = Record<string, string | number | boolean | null | undefined>

/** Writes one line of JSON for each event. Callers pass ids and counts, never names, addresses or secrets. */
export type Log = {
  debug(event: LogEventAt<'debug'>, fields?: Fields): void
  info(event: LogEventAt<'info'>, fields?: Fields): void
  warn(event: LogEventAt<'warn'>, fields?: Fields): void
  error(event: LogEventAt<'error'>, error?: unknown, fields?: Fields): void
}

/** The message of a database error may quote a row; its code and constraint do not. */
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

/** A full disk, or a log reader that has gone away, loses log lines but does not end the process. */
function outliveLog(): void {
  for (const stream of [process.stdout, process.stderr])
    if (stream.listenerCount('error') === 0) stream.on('error', () => {})
}

/** A structured logger for one process ('server', 'worker'). */
export function createLog(process_: string, level: keyof typeof levels): Log {
  outliveLog()
  const write = (name: keyof typeof levels, event: LogEvent, fields: Fields) => {
    const { message } = logEvents[event]
    if (levels[name] < levels[level]) return
    process.stdout.write(
      `${JSON.stringify({ time: new Date().toISOString(), level: name, process: process_, event, message, ...fields })}\n`,
    )
  }
  return {
    debug: (event, fields = {}) => write('debug', event, fields),
    info: (event, fields = {}) => write('info', event, fields),
    warn: (event, fields = {}) => write('warn', event, fields),
    error: (event, error, fields = {}) => write('error', event, { ...describe(error), ...fields }),
  }
}
