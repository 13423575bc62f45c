import { setTimeout as wait } from 'node:timers/promises'
import type { IngestAnswer } from '#shared/contract/feed.ts'
import type { Population } from '#scripts/made-up/population.ts'
import type { Balancer } from './balancer.ts'

type Recorder = {
  /** Document ids that the server acknowledged with 200 and must never lose. */
  answered: Set<string>
  /** Repeated calls, because there was no answer or 'later': the server, and the time of the failure. */
  repeated: { address: string; at: Date }[]
  /** Settles when every record has been acknowledged. */
  done: Promise<void>
}

const retryMs = 50
const maxTryMs = 2_000

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
  }: { population: Population; records: number; mayPost: (posted: number) => Promise<void> },
): Recorder {
  const answered = new Set<string>()
  const repeated: Recorder['repeated'] = []

  const post = async (body: string): Promise<IngestAnswer> => {
    for (let tries = 1; ; tries++) {
      const address = balancer.next()
      try {
        const response = await fetch(`${address}/ingest/v1/events`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
          body,
          signal: AbortSignal.timeout(10_000),
        })
        const text = await response.text()
        if (response.ok) return JSON.parse(text) as IngestAnswer
        if (response.status < 500 && response.status !== 429)
          throw new Refused(`${response.status}: ${text.slice(0, 200)}`)
      } catch (error) {
        if (error instanceof Refused || tries >= maxTryMs) throw error
      }
      repeated.push({ address, at: new Date() })
      await wait(retryMs)
    }
  }
  const run = async () => {
    for (let from = 0, size = 1; from < records; from += size, size = (size % 20) + 1) {
      await mayPost(from)
      const events = Array.from(
        { length: Math.min(size, records - from) },
        (_, place) => population.recordAt(from + place).event,
      )
      const { accepted, duplicates, rejected } = await post(JSON.stringify({ events }))
      if (rejected.length > 0 || accepted + duplicates !== events.length)
        throw new Refused(`${events.length} records posted, ${accepted} accepted, ${duplicates} known before`)
      for (const { documentIdentifier } of events) answered.add(documentIdentifier)
    }
  }
  return { answered, repeated, done: run() }
}

class Refused extends Error {}
