import type { Balancer } from '../processes/balancer.ts'
import type { FeedEvent } from './events.ts'
import { createPoster, type FailedCall } from './post.ts'

export type FeedReport = {
  /** Document ids that were acknowledged and must never be lost. */
  answered: Set<string>
  failed: FailedCall[]
  /** What the answers counted. */
  accepted: number
  duplicates: number
  revised: number
  /** Settles when every record was acknowledged. */
  done: Promise<void>
}

const callers = 50
const perCall = 100

/**
 * Many callers post the same records concurrently: half of them in opposite order, both of the calls and within each. Only
 * one may get the answer that a record is new, unless that answer was lost.
 */
export function startCrowd(balancer: Pick<Balancer, 'next'>, key: string, events: FeedEvent[]): FeedReport {
  const { post, failed } = createPoster(balancer, key)
  const report: FeedReport = { answered: new Set(), failed, accepted: 0, duplicates: 0, revised: 0, done: run() }
  async function run() {
    await Promise.all(
      Array.from({ length: callers }, (_, caller) => postAll(caller % 2 ? events.toReversed() : events)),
    )
  }
  async function postAll(ordered: FeedEvent[]) {
    for (let from = 0; from < ordered.length; from += perCall) {
      const part = ordered.slice(from, from + perCall)
      const { accepted, duplicates, revised, rejected } = await post(JSON.stringify({ events: part }))
      report.accepted += accepted
      report.duplicates += duplicates
      report.revised += revised
      const refused = new Set(rejected.map(({ index }) => index))
      for (const [index, { documentIdentifier }] of part.entries())
        if (!refused.has(index)) report.answered.add(documentIdentifier)
    }
  }
  return report
}
