import { setTimeout as wait } from 'node:timers/promises'
import type { IngestAnswer } from '#shared/contract/feed.ts'
import { findMiscount, listEvents } from '../feeds/events.ts'
import type { World } from '../world/world.ts'
import { type Acknowledgments, recordAcknowledgments } from './acknowledgments.ts'
import { postEvents } from './post-events.ts'

/** A feed that posts without end, from several callers, and notes every answer. */
export type Feed = {
  /** Document ids that a server acknowledged with 200 and must never lose. */
  acknowledged: Set<string>
  /** Calls answered by 503 with Retry-After, as they must be during an outage. */
  laterCalls(): number
  /** Answers and failures that a feed must never see. */
  faults: string[]
  /** Records posted so far; all of them are acknowledged once `end` has resolved. */
  records(): number
  longestGapSince: Acknowledgments['longestGapSince']
  nextAcknowledgment: Acknowledgments['next']
  /** Repeats what is not acknowledged yet, and ends. */
  end(): Promise<void>
  /** Ends with the calls that are under way. */
  abandon(): Promise<void>
}

type FeedOptions = {
  addresses: string[]
  key: string
  world: Pick<World, 'recordAt'>
  callers?: number
}

const pauseMs = 150
const retryMs = 250
const largestCall = 10

/** Starts the callers. Each posts the next records in a call, and repeats it until it is acknowledged. */
export function startFeed({ addresses, key, world, callers = 4 }: FeedOptions): Feed {
  const acknowledged = new Set<string>()
  const [ending, abandoned] = [new AbortController(), new AbortController()]
  const poster = createPoster({ addresses, key }, abandoned.signal)
  let next = 0

  const call = async () => {
    while (!ending.signal.aborted) {
      const size = 1 + (poster.calls() % largestCall)
      const from = next
      next += size
      const events = listEvents(world, { from, count: size })
      const answer = await poster.post(JSON.stringify({ events }))
      if (!answer) return
      const miscount = findMiscount(size, answer)
      if (miscount !== null) poster.faults.push(miscount)
      for (const { documentIdentifier } of events) acknowledged.add(documentIdentifier)
      await wait(pauseMs)
    }
  }
  const done = Promise.all(Array.from({ length: callers }, call))
  return {
    acknowledged,
    faults: poster.faults,
    laterCalls: poster.laterCalls,
    records: () => next,
    longestGapSince: poster.acknowledgments.longestGapSince,
    nextAcknowledgment: poster.acknowledgments.next,
    end: async () => {
      ending.abort()
      await done
    },
    abandon: async () => {
      ending.abort()
      abandoned.abort()
      await done
    },
  }
}

/** Posts to the servers in turn, and notes every answer. */
function createPoster({ addresses, key }: Pick<FeedOptions, 'addresses' | 'key'>, abandoned: AbortSignal) {
  const faults: string[] = []
  const acknowledgments = recordAcknowledgments()
  let [calls, later] = [0, 0]
  const tryOnce = async (body: string): Promise<IngestAnswer | undefined> => {
    const address = addresses[calls++ % addresses.length] ?? ''
    const begun = performance.now()
    const answer = await postEvents({ address, key }, body)
    if (answer.kind === 'acknowledged') {
      acknowledgments.add(begun)
      return answer.content
    }
    if (answer.kind === 'later') later += 1
    else faults.push(answer.problem)
    return undefined
  }
  return {
    faults,
    acknowledgments,
    calls: () => calls,
    laterCalls: () => later,
    /** Posts until it is acknowledged; undefined if the feed was abandoned before. */
    post: async (body: string): Promise<IngestAnswer | undefined> => {
      while (!abandoned.aborted) {
        const answer = await tryOnce(body)
        if (answer) return answer
        await wait(retryMs)
      }
      return undefined
    },
  }
}
