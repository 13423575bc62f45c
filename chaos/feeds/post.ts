import { setTimeout as wait } from 'node:timers/promises'
import { feedPath, type IngestAnswer } from '#shared/contract/feed.ts'
import type { Balancer } from '../processes/balancer.ts'

/** A call that was not acknowledged: 0 is no answer at all. */
export type FailedCall = { address: string; at: Date; status: number; retryAfter: string | null }

type Poster = {
  /**
   * Posts a body repeatedly until it is accepted: a feed cannot know whether a call without an answer was.
   * @throws Refused if the server says that the call is wrong
   */
  post(body: string): Promise<IngestAnswer>
  failed: FailedCall[]
}

const retryMs = 50
const maxTries = 2_000
const answerWithinMs = 10_000

export class Refused extends Error {}

type FeedAddress = { address: string; key: string }
type FeedAnswer = { ok: boolean; status: number; retryAfter: string | null; text: string }

export const toFeedHeaders = (key: string) => ({
  'content-type': 'application/json',
  authorization: `Bearer ${key}`,
})

/**
 * Posts records to a server, once.
 * @throws Error if there is no complete answer in time
 */
export async function postOnce({ address, key }: FeedAddress, body: string, withinMs: number): Promise<FeedAnswer> {
  const response = await fetch(address + feedPath, {
    method: 'POST',
    headers: toFeedHeaders(key),
    body,
    signal: AbortSignal.timeout(withinMs),
  })
  const { ok, status, headers } = response
  return { ok, status, retryAfter: headers.get('retry-after'), text: await response.text() }
}

/** An answer that a feed did not want, for the report. */
export const describeAnswer = ({ status, text }: { status: number | undefined; text: string }): string =>
  `${status ?? 'no status'}: ${text.slice(0, 200)}`

/** Why there was no answer. */
export function describeFailure(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return `no answer: ${cause instanceof Error ? cause.message : String(cause)}`
}

export function createPoster(balancer: Pick<Balancer, 'next'>, key: string): Poster {
  const failed: FailedCall[] = []
  const tryOnce = async (address: string, body: string): Promise<IngestAnswer | Omit<FailedCall, 'address' | 'at'>> => {
    const { ok, status, retryAfter, text } = await postOnce({ address, key }, body, answerWithinMs)
    if (ok) return JSON.parse(text) as IngestAnswer
    if (status < 500 && status !== 429) throw new Refused(describeAnswer({ status, text }))
    return { status, retryAfter }
  }
  return {
    failed,
    async post(body) {
      for (let tries = 1; ; tries++) {
        const address = balancer.next()
        const result = await tryOnce(address, body).catch((error: unknown) => {
          if (error instanceof Refused || tries >= maxTries) throw error
          return { status: 0, retryAfter: null }
        })
        if ('accepted' in result) return result
        if (tries >= maxTries) throw new Error(`${maxTries} calls were not answered; the last: ${result.status}.`)
        failed.push({ address, at: new Date(), ...result })
        await wait(retryMs)
      }
    },
  }
}
