import type { Population } from '#scripts/made-up/population.ts'
import type { Balancer } from '../processes/balancer.ts'
import { findMiscount, listEvents } from './events.ts'
import { createPoster, type FailedCall, Refused } from './post.ts'

type Recorder = {
  /** Document ids that the server acknowledged with 200 and must never lose. */
  answered: Set<string>
  /** Calls that were repeated, because there was no answer or 'later'. */
  repeated: FailedCall[]
  /** Settles when every record has been acknowledged. */
  done: Promise<void>
}

/**
 * A county's recorder: posts its records in calls of one to twenty, in order, and repeats a call until it is answered,
 * because it cannot know whether the previous call was accepted.
 * @param mayPost resolves when the next call may be made
 */
export function startRecorder(
  balancer: Pick<Balancer, 'next'>,
  key: string,
  {
    population,
    records,
    mayPost,
  }: { population: Pick<Population, 'recordAt'>; records: number; mayPost: (posted: number) => Promise<void> },
): Recorder {
  const answered = new Set<string>()
  const { post, failed } = createPoster(balancer, key)
  const run = async () => {
    for (let from = 0, size = 1; from < records; from += size, size = (size % 20) + 1) {
      await mayPost(from)
      const events = listEvents(population, { from, count: Math.min(size, records - from) })
      const miscount = findMiscount(events.length, await post(JSON.stringify({ events })))
      if (miscount !== null) throw new Refused(miscount)
      for (const { documentIdentifier } of events) answered.add(documentIdentifier)
    }
  }
  return { answered, repeated: failed, done: run() }
}
