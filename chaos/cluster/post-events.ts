import type { IngestAnswer } from '#shared/contract/feed.ts'
import { describeAnswer, describeFailure, postOnce } from '../feeds/post.ts'

/** Longer than the product takes to give up waiting for a standby. */
const maxCallMs = 60_000

type PostAnswer =
  | { kind: 'acknowledged'; content: IngestAnswer }
  /** 503 with Retry-After. */
  | { kind: 'later' }
  /** An answer that a feed must never see. */
  | { kind: 'fault'; problem: string }

/** Posts records once. Never throws. */
export async function postEvents(feed: { address: string; key: string }, body: string): Promise<PostAnswer> {
  try {
    const answer = await postOnce(feed, body, maxCallMs)
    if (answer.ok) return { kind: 'acknowledged', content: JSON.parse(answer.text) as IngestAnswer }
    if (answer.status === 503 && answer.retryAfter !== null) return { kind: 'later' }
    return { kind: 'fault', problem: describeAnswer(answer) }
  } catch (error) {
    return { kind: 'fault', problem: describeFailure(error) }
  }
}
