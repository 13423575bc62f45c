import type { Call, Caller, Kind } from './calls/call.ts'
import type { Verdict } from './judge.ts'
import type { Answer } from './send.ts'

type Count = { calls: number; done: number; last: string }

/** Counts of calls and of their answers: by endpoint, by caller and kind, by status. */
export type Tally = {
  doors: Map<string, Count>
  statuses: Map<number, number>
  callers: Map<Caller, number>
  kinds: Map<Kind, number>
}

export const makeTally = (): Tally => ({
  doors: new Map(),
  statuses: new Map(),
  callers: new Map(),
  kinds: new Map(),
})

const add = <Key>(counts: Map<Key, number>, key: Key) => void counts.set(key, (counts.get(key) ?? 0) + 1)

export function countCall(tally: Tally, call: Call, answer: Answer | null, { done }: Verdict): void {
  const count = tally.doors.get(call.door) ?? { calls: 0, done: 0, last: '' }
  count.calls++
  if (done) count.done++
  else if (call.kind === 'valid') count.last = `${call.caller}: ${answer?.status} ${answer?.text.slice(0, 160)}`
  tally.doors.set(call.door, count)
  // 0: closed without an answer.
  add(tally.statuses, answer?.status ?? 0)
  add(tally.callers, call.caller)
  add(tally.kinds, call.kind)
}

export const countCalls = ({ statuses }: Tally): number => statuses.values().reduce((sum, each) => sum + each, 0)

/** Statuses by class, such as '2xx 5,120'. */
export function describeStatuses({ statuses }: Tally): string {
  const classes = new Map<string, number>()
  for (const [status, count] of statuses) {
    const name = status === 0 ? 'closed' : `${Math.floor(status / 100)}xx`
    classes.set(name, (classes.get(name) ?? 0) + count)
  }
  return [...classes]
    .toSorted(([one], [another]) => (one < another ? -1 : 1))
    .map(([name, count]) => `${name} ${count.toLocaleString('en-US')}`)
    .join(', ')
}
