import { setTimeout as wait } from 'node:timers/promises'
import type { Balancer } from '../processes/balancer.ts'
import type { ChangingRecord } from '../world/changes.ts'
import { createPoster, type FailedCall, Refused } from './post.ts'

type ChangingReport = {
  /** Document ids that were acknowledged and must never be lost. */
  answered: Set<string>
  /** Ids of records whose second version was acknowledged. */
  changed: Set<string>
  failed: FailedCall[]
  /** Settles when everything was acknowledged. */
  done: Promise<void>
}

/** Some second versions meet the first one's messages, others its history. */
const pausesMs = [0, 100, 2_000]
const callers = 4

/**
 * Posts records, and each again with other content once the first version is acknowledged. A call without an answer may
 * still be stored later, and would then replace what followed: if the first version had such a call, the record stays
 * as it is, as a careful feed would leave it.
 * @param mayPost resolves when the record at this place may be posted
 */
export function startChanging(
  balancer: Pick<Balancer, 'next'>,
  key: string,
  { changes, mayPost }: { changes: ChangingRecord[]; mayPost: (place: number) => Promise<void> },
): ChangingReport {
  const report: ChangingReport = { answered: new Set(), changed: new Set(), failed: [], done: run() }
  async function run() {
    let next = 0
    const postNext = async () => {
      for (let place = next++; place < changes.length; place = next++) {
        await mayPost(place)
        const change = changes[place]
        if (change) await postBoth(change, pausesMs[place % pausesMs.length] ?? 0)
      }
    }
    await Promise.all(Array.from({ length: callers }, postNext))
  }
  async function postBoth({ first, second }: ChangingRecord, pauseMs: number) {
    const { documentIdentifier: id } = first.event
    const { post, failed } = createPoster(balancer, key)
    const before = await post(JSON.stringify({ events: [first.event] }))
    if (before.accepted + before.duplicates !== 1) throw new Refused(`${id} was not accepted`)
    report.answered.add(id)
    if (failed.length === 0) {
      await wait(pauseMs)
      const after = await post(JSON.stringify({ events: [second.event] }))
      if (after.revised + after.duplicates !== 1) throw new Refused(`${id} was not revised`)
      report.changed.add(id)
    }
    report.failed.push(...failed)
  }
  return report
}
