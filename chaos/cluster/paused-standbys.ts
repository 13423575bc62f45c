import type { WireEvent } from '#shared/contract/feed.ts'
import type { Breach } from '../oracle/check.ts'
import type { DatabaseCluster } from './database-cluster.ts'
import { postEvents } from './post-events.ts'

/**
 * Pauses both standbys without the knowledge of the primary, posts a record, and repeats it after it was answered. By
 * then the primary has it, but no standby: neither call may be acknowledged. Afterwards, the record is there.
 */
export async function pauseStandbys(
  cluster: DatabaseCluster,
  feed: { address: string; key: string },
  event: WireEvent,
): Promise<Breach[]> {
  const primary = await cluster.settle()
  const standbys = cluster.nodes.filter((node) => node !== primary)
  const body = JSON.stringify({ events: [event] })
  const answers: string[] = []
  for (const standby of standbys) standby.pausePostgres()
  try {
    while (answers.length < 2) {
      const answer = await postEvents(feed, body)
      answers.push(answer.kind === 'fault' ? answer.problem : answer.kind)
    }
  } finally {
    for (const standby of standbys) standby.resumePostgres()
  }
  await cluster.settle()
  const last = await postEvents(feed, body)
  answers.push(last.kind === 'acknowledged' ? `${last.content.duplicates} known before` : last.kind)
  const expected = ['later', 'later', '1 known before']
  return answers.join() === expected.join()
    ? []
    : [{ what: `answers while no standby confirmed and after, other than ${expected.join(', ')}`, ids: answers }]
}
