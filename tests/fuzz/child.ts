import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Figures, FromChild } from './children/messages.ts'

/** A line of a log that we did not expect. */
type LogLine = { level: string; event: string; text: string }

/** A process of the program. */
export type Child = {
  /** '' where it does not listen. */
  address: string
  measure(): Promise<Figures>
  /** Warnings and errors of its log since the last call, and what it wrote to stderr. */
  takeLog(): LogLine[]
  /** Rejects when the process ends before `stop`. */
  ended: Promise<never>
  stop(): Promise<void>
}

/** As `npm start` runs it: how much garbage a process holds depends on these. */
const serviceFlags = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../scripts/service-flags.json'), 'utf8'),
) as string[]

/**
 * Starts a server or a worker in a process of its own; it ends with this one.
 * @param args of its file in children/
 * @throws Error with its last words if it does not start
 */
export async function startChild(
  kind: 'server' | 'worker',
  env: Record<string, string>,
  args: string[] = [],
): Promise<Child> {
  const child = fork(path.join(import.meta.dirname, 'children', `${kind}.ts`), args, {
    env: { ...process.env, ...env },
    execArgv: ['--expose-gc', ...serviceFlags],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const lines: LogLine[] = []
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface({ input: stream }).on('line', (text) => void lines.push(readLine(text)))
  const exited = once(child, 'exit')
  let stopping = false
  const ended = exited.then(() => {
    if (stopping) return new Promise<never>(() => {})
    throw new Error(`The ${kind}'s process ended. Its last words:\n${lastWords(lines)}`)
  })
  // The caller that waits for it gets the error; nothing else needs it.
  ended.catch(() => {})
  const first = await Promise.race([receive(child), ended])
  if (!('ready' in first)) throw new Error(`The ${kind} answered before it was ready.`)
  return {
    address: first.address,
    ended,
    measure: async () => {
      child.send('measure')
      const answer = await Promise.race([receive(child), ended])
      if (!('figures' in answer)) throw new Error(`The ${kind} did not measure itself.`)
      return answer.figures
    },
    takeLog: () => lines.splice(0),
    stop: async () => {
      stopping = true
      if (child.connected) child.disconnect()
      await exited
    },
  }
}

const receive = async (child: ChildProcess): Promise<FromChild> => ((await once(child, 'message')) as [FromChild])[0]
const lastWords = (lines: LogLine[]) =>
  lines
    .slice(-10)
    .map(({ text }) => text)
    .join('\n')

function readLine(text: string): LogLine {
  try {
    const { level, event } = JSON.parse(text) as { level?: string; event?: string }
    if (level !== undefined && event !== undefined) return { level, event, text }
  } catch {
    // Not of our log: Node's own words.
  }
  return { level: 'error', event: 'not of the log', text }
}
