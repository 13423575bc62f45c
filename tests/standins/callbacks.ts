import { setTimeout as wait } from 'node:timers/promises'
import { type CallbackRates, planCallbackFaults } from './callback-faults.ts'
import type { Entry, ProviderName } from './ledger.ts'

/** Why an address must get nothing more, by a report or a refusal. */
export type SuppressionCause = 'bounce' | 'complaint' | 'stop'

/** One report about a message, ready to be posted to the service. */
export type Report = {
  event: string
  stop: SuppressionCause | null
  /** What happens when it is due, also if it is never posted. */
  happen?(): void
  /** @returns the status of the service; 0 if it did not answer */
  post(): Promise<number>
}

/**
 * The same, if the report says that the message failed because of the county: the ledger's entry records when the
 * service acknowledged that.
 */
export const refusing = (entry: Entry, report: Report): Report => ({
  ...report,
  post: async () => {
    const status = await report.post()
    if (status >= 200 && status < 300) entry.isRefusedLater = true
    return status
  },
})

/** So late that the reports after it are applied already. */
const lateMs = 400

/** The same report, posted when it is outdated. */
export const late = ({ event, stop, post }: Report): Report => ({
  event,
  stop,
  post: async () => {
    await wait(lateMs)
    return post()
  },
})

/** A report that was due, and its fate. */
export type CallbackRecord = {
  provider: ProviderName
  to: string
  notice: number | null
  event: string
  stop: SuppressionCause | null
  /** Milliseconds since 1970; of the service's 2xx, if there was one. */
  at: number
  end: 'under way' | 'dropped' | 'acknowledged' | 'lost'
  /** Of the service's last answer; 0 without an answer. */
  status: number
}

export type CallbackOptions = {
  seed: number
  rates?: CallbackRates
  /** Milliseconds between the answer of a call and each report. */
  delayMs?: number
  /** How often a report is posted until the service acknowledges it. */
  tries?: number
}

const retryMs = 250
/** An answer waits this long at most for the reports that are posted before it. */
const beforeAnswerMs = 1_000

/** Posts a report until it is acknowledged, at most `tries` times. */
async function deliver(
  report: Report,
  record: CallbackRecord,
  { tries, stopped }: { tries: number; stopped: AbortSignal },
): Promise<void> {
  for (let left = tries; left > 0 && !stopped.aborted; left--) {
    const status = await report.post()
    if (record.end !== 'acknowledged') record.status = status
    if (status >= 200 && status < 300) {
      // The first acknowledgment counts.
      if (record.end !== 'acknowledged') Object.assign(record, { end: 'acknowledged', at: Date.now() })
      return
    }
    if (left > 1) await wait(retryMs)
  }
  if (record.end === 'under way') record.end = 'lost'
}

type Post = () => Promise<void>

/** Makes posts one after the other, each after a pause, if there is one. */
async function postInTurn(posts: Post[], pauseMs: number | null): Promise<void> {
  for (const post of posts) {
    if (pauseMs !== null) await wait(pauseMs)
    await post()
  }
}

/** Posts the reports about messages, with faults that depend on the seed, the message, and how often it was accepted. */
export function startCallbacks(provider: ProviderName, { seed, rates = {}, delayMs = 50, tries = 1 }: CallbackOptions) {
  const records: CallbackRecord[] = []
  const underWay = new Set<Promise<void>>()
  const stopped = new AbortController()
  const faults = planCallbackFaults(provider, { seed, rates })

  /** Records that a report is due. @returns its posts; one that is dropped is recorded, but never posted */
  const prepare = ({ to, notice }: Entry, report: Report, copies: number): Post[] => {
    const { event, stop } = report
    const end = copies === 0 ? 'dropped' : 'under way'
    const record: CallbackRecord = { provider, to, notice, event, stop, at: Date.now(), end, status: 0 }
    records.push(record)
    return Array.from({ length: Math.max(1, copies) }, () => async () => {
      report.happen?.()
      if (copies > 0) await deliver(report, record, { tries, stopped: stopped.signal })
    })
  }
  return {
    records,
    /** Posts them after the answer, or before it: then it resolves when they are posted. */
    follow(entry: Entry, key: string, reports: Report[]): Promise<void> | void {
      const { isEarly, isReordered, planned } = faults.next(key, reports)
      const posts = planned.flatMap(({ report, copies }) => prepare(entry, report, copies))
      const pauseMs = isReordered ? lateMs : delayMs
      const running = postInTurn(posts, isEarly ? null : pauseMs).finally(() => underWay.delete(running))
      underWay.add(running)
      if (isEarly) return Promise.race([running, wait(beforeAnswerMs)])
    },
    /** From now on no report is lost, repeated or out of order. */
    calm: faults.calm,
    /** Resolves when no report is under way. */
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    stop: async () => {
      stopped.abort()
      await Promise.all(underWay)
    },
  }
}
