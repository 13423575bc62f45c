import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { readFileSync } from 'node:fs'
import type { ProviderQuestion, ProviderReport } from '../children/provider.ts'

const answerWithinMs = 180_000
const folder = path.join(import.meta.dirname, '..', 'children')
/** Server and worker run as `npm start` runs them (scripts/bootstrap.mjs); the provider and this process as Node does. */
const serviceFlags = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../scripts/service-flags.json'), 'utf8'),
) as string[]

/** Starts a file of bench/children and waits until it says that it is ready. */
export async function startChild<Ready>(
  file: string,
  args: string[] = [],
): Promise<{ child: ChildProcess; ready: Ready; stop(): Promise<void> }> {
  const child = fork(path.join(folder, file), args, { execArgv: file === 'provider.ts' ? [] : serviceFlags })
  const ended = once(child, 'exit')
  const ready = await Promise.race([
    once(child, 'message').then(([message]) => message as Ready),
    ended.then(() => Promise.reject(new Error(`${file} ended before it was ready.`))),
  ])
  return {
    child,
    ready,
    stop: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/** Sends a child a question and waits for its answer; one question at a time. */
async function ask<Answer>(child: ChildProcess, question: ProviderQuestion): Promise<Answer> {
  const answer = once(child, 'message', { signal: AbortSignal.timeout(answerWithinMs) })
  child.send(question)
  return ((await answer) as [Answer])[0]
}

export type Provider = {
  url: string
  pid: number
  /** Sets its answer delay and clears its ledger. */
  begin(delayMs: number): Promise<void>
  /** Resolves when that many messages have arrived; throws if they do not. */
  until(messages: number): Promise<void>
  report(): Promise<ProviderReport>
  stop(): Promise<void>
}

export async function startProvider(): Promise<Provider> {
  const { child, ready, stop } = await startChild<{ port: number }>('provider.ts')
  return {
    pid: child.pid!,
    url: `http://127.0.0.1:${ready.port}`,
    begin: async (delayMs) => void (await ask(child, { begin: { delayMs } })),
    until: async (messages) => {
      try {
        await ask(child, { until: messages })
      } catch (error) {
        const { messages: came } = await ask<ProviderReport>(child, { report: true })
        throw new Error(`Of ${messages} messages ${came} came.`, { cause: error })
      }
    },
    report: () => ask<ProviderReport>(child, { report: true }),
    stop,
  }
}
