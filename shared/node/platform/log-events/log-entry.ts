export type Level = 'debug' | 'info' | 'warn' | 'error'

/** `message` is written with each line; `action` tells an operator what to do about it. */
export type LogEntry = { level: Level; message: string; action?: string }
