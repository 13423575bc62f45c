import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { feedPath } from '#shared/contract/feed.ts'
import { describeAnswer, describeFailure, postOnce, toFeedHeaders } from '../feeds/post.ts'
import type { World } from '../world/world.ts'

type SteadyFeed = {
  /** Document ids that the service acknowledged. */
  answered: Set<string>
  /** Each call that got no 200, when and why. */
  failures: { at: Date; problem: string }[]
  /** The longest time that a call waited for its answer, in milliseconds. */
  slowestMs(): number
  /** Posts nothing more, and waits for every answer. Returns the number of records posted. */
  stop(): Promise<number>
}

type SteadyFeedOptions = {
  url: string
  key: string
  world: Pick<World, 'recordAt'>
  recordsPerSecond: number
  /** How many calls, at any time, are sending their body slowly. */
  slowCalls: number
}

const callEveryMs = 100
/** Longer than a server drains, shorter than it then waits for what is under way. */
const slowBodyMs = 6_000
const slowPieces = 16
const answerWithinMs = 30_000
const retryMs = 500
const maxTries = 60

/**
 * A recorder that posts at a steady pace, however slowly it is answered, together with callers whose calls last longer
 * than a server's drain. A call that fails is repeated and noted: behind the proxy none may fail.
 */
export function startSteadyFeed(options: SteadyFeedOptions): SteadyFeed {
  const { world, recordsPerSecond, slowCalls } = options
  const answered = new Set<string>()
  const failures: SteadyFeed['failures'] = []
  const stopping = new AbortController()
  let [taken, owed, slowestMs] = [0, 0, 0]

  const post = async (count: number, send: Send) => {
    const events = Array.from({ length: count }, () => world.recordAt(taken++).event)
    const body = JSON.stringify({ events })
    for (let tries = 1; tries <= maxTries; tries++) {
      const began = performance.now()
      const problem = await send(options, body).catch(describeFailure)
      if (send === sendAtOnce) slowestMs = Math.max(slowestMs, performance.now() - began)
      if (problem === null) return events.forEach(({ documentIdentifier }) => answered.add(documentIdentifier))
      failures.push({ at: new Date(), problem })
      await wait(retryMs)
    }
  }
  const calls = new Set<Promise<void>>()
  const timer = setInterval(() => {
    owed += (recordsPerSecond * callEveryMs) / 1000
    const count = Math.floor(owed)
    owed -= count
    if (count === 0) return
    const call = post(count, sendAtOnce).finally(() => calls.delete(call))
    calls.add(call)
  }, callEveryMs)
  const slowCallers = Array.from({ length: slowCalls }, async (_, place) => {
    // Not all at the same moment.
    await wait((place * slowBodyMs) / slowCalls)
    while (!stopping.signal.aborted) await post(1, sendSlowly)
  })
  return {
    answered,
    failures,
    slowestMs: () => Math.round(slowestMs),
    stop: async () => {
      stopping.abort()
      clearInterval(timer)
      await Promise.all([...calls, ...slowCallers])
      return taken
    },
  }
}

/** Sends one call; null if the answer is 200, otherwise what was wrong with it. */
type Send = (options: SteadyFeedOptions, body: string) => Promise<string | null>

const toProblem = (answer: Parameters<typeof describeAnswer>[0]) =>
  answer.status === 200 ? null : describeAnswer(answer)

const sendAtOnce: Send = async ({ url, key }, body) =>
  toProblem(await postOnce({ address: url, key }, body, answerWithinMs))

const sendSlowly: Send = async ({ url, key }, body) => {
  const request = http.request(url + feedPath, { method: 'POST', headers: toFeedHeaders(key), timeout: answerWithinMs })
  const answer = once(request, 'response') as Promise<[http.IncomingMessage]>
  answer.catch(() => {}) // Awaited below.
  const size = Math.ceil(body.length / slowPieces)
  for (let from = 0; from < body.length && !request.destroyed; from += size) {
    request.write(body.slice(from, from + size))
    await wait(slowBodyMs / slowPieces)
  }
  request.end()
  const [response] = await answer
  let text = ''
  for await (const piece of response.setEncoding('utf8')) text += piece as string
  return toProblem({ status: response.statusCode, text })
}
