import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type {
  Arrivals,
  EventSettings,
  PeerQuestion,
  PeerSettings,
  ProviderQuestion,
  ProviderReport,
} from './messages.ts'

const answerWithinMs = 180_000
const folder = path.join(import.meta.dirname, '..', 'children')
/** Server and worker run as `npm start` runs them (scripts/bootstrap.mjs); everything else as Node does. */
const services = ['server.ts', 'worker.ts']
const serviceFlags = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../scripts/service-flags.json'), 'utf8'),
) as string[]

type Child<Ready> = {
  child: ChildProcess
  ready: Ready
  /** kill -9 */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Starts a file of bench/children and waits until it says that it is ready. */
export async function startChild<Ready>(file: string, args: string[] = []): Promise<Child<Ready>> {
  const child = fork(path.join(folder, file), args, { execArgv: services.includes(file) ? serviceFlags : [] })
  const ended = once(child, 'exit')
  const ready = await Promise.race([
    once(child, 'message').then(([message]) => message as Ready),
    ended.then(() => Promise.reject(new Error(`${file} ended before it was ready.`))),
  ])
  return {
    child,
    ready,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    stop: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/** Sends a child a question and waits for its answer; one question at a time. */
async function ask<Answer>(child: ChildProcess, question: ProviderQuestion | PeerQuestion): Promise<Answer> {
  const answer = once(child, 'message', { signal: AbortSignal.timeout(answerWithinMs) })
  child.send(question)
  return ((await answer) as [Answer])[0]
}

export type Provider = {
  url: string
  pid: number
  /** Sets its answer delay and the events that it sends, and clears its ledger. */
  begin(delayMs: number, events?: EventSettings): Promise<void>
  /** Resolves when that many messages have arrived; throws if they do not. */
  until(messages: number): Promise<void>
  report(): Promise<ProviderReport>
  arrivals(): Promise<Arrivals>
  stop(): Promise<void>
}

export async function startProvider(): Promise<Provider> {
  const { child, ready, stop } = await startChild<{ port: number }>('provider.ts')
  return {
    pid: child.pid!,
    url: `http://127.0.0.1:${ready.port}`,
    begin: async (delayMs, events) => void (await ask(child, { begin: { delayMs, events } })),
    until: async (messages) => {
      try {
        await ask(child, { until: messages })
      } catch (error) {
        const { messages: came } = await ask<ProviderReport>(child, { report: true })
        throw new Error(`Of ${messages} messages ${came} came.`, { cause: error })
      }
    },
    arrivals: () => ask<Arrivals>(child, { arrivals: true }),
    report: () => ask<ProviderReport>(child, { report: true }),
    stop,
  }
}

export const peers = ['pg-boss', 'graphile-worker'] as const
export type PeerName = (typeof peers)[number]
export type Peer = {
  /** Adds one job for each notice. */
  enqueue(ids: number[]): Promise<void>
  /** Begins to work the jobs. */
  work(): Promise<void>
  /** Ends what it is doing and takes no more jobs. */
  rest(): Promise<void>
  /** kill -9 */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** A worker of another queue, with jobs of its own in the same database. */
export async function startPeer(name: PeerName, settings: PeerSettings): Promise<Peer> {
  const { child, kill, stop } = await startChild(`${name}.ts`, [JSON.stringify(settings)])
  return {
    enqueue: async (ids) => void (await ask(child, { enqueue: ids })),
    work: async () => void (await ask(child, { work: true })),
    rest: async () => void (await ask(child, { rest: true })),
    kill,
    stop,
  }
}
