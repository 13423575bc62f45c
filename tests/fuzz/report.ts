import { describeFailure } from './call-once.ts'
import type { FuzzReport } from './fuzz.ts'
import { getLaterHalf, megabytes } from './memory.ts'
import { countCalls, describeStatuses } from './tally.ts'

const count = (number: number) => number.toLocaleString('en-US')

/** The figures of a run, one line each. */
export function describeRun(report: FuzzReport): string[] {
  const { tally, memory, longestHoldMs, seconds, floor, warnings, resent, worker } = report
  const calls = countCalls(tally)
  return [
    `${count(calls)} calls to ${count(tally.doors.size)} endpoints: ${describeStatuses(tally)}.`,
    `By kind: ${[...tally.kinds].map(([kind, each]) => `${kind} ${count(each)}`).join(', ')}.`,
    `${seconds.toFixed(0)} s, ${count(Math.round(calls / seconds))} calls/s; each endpoint done at least ${floor} times.`,
    `Memory in use after each tenth: ${memory.map(({ used }) => megabytes(used)).join(', ')}.`,
    `Resident memory then: ${memory.map(({ rss }) => megabytes(rss)).join(', ')}.`,
    `The worker: ${megabytes(worker.used)} in use after its work, at most ${megabytes(worker.peakRss)} resident.`,
    `The longest hold of the event loop: ${longestHoldMs} ms of processor time.`,
    ...(resent > 0 ? [`Sent again, since the server closed a kept connection: ${count(resent)} calls.`] : []),
    ...[...warnings].map(([event, times]) => `In the log: ${event}, ${count(times)} times.`),
  ]
}

/** The figures of a run that broke nothing, for the table of promises. */
export function describeFigure({ tally, memory, floor }: FuzzReport): string {
  const [half, end] = [getLaterHalf(memory)[0], memory.at(-1)]
  return `${count(countCalls(tally))} calls to ${tally.doors.size} endpoints, 0 × 5xx, each done ${floor} times or more; in use ${megabytes(half?.used ?? 0)} halfway, ${megabytes(end?.used ?? 0)} at the end`
}

/** Everything that broke a promise, in a form that repeats it. */
export function describeFaults({ failures, missing, breaches }: FuzzReport): string[] {
  return [
    ...failures.map(describeFailure),
    ...missing.map(({ door, done, last }) => `TOO SELDOM: ${door} was done ${done} times. Last: ${last}`),
    ...breaches.map(
      ({ rule, ids }) =>
        `NOT KEPT: ${rule}: ${ids.slice(0, 5).join('; ')}${ids.length > 5 ? `; and ${ids.length - 5} more` : ''}`,
    ),
  ]
}
