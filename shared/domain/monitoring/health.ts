import type { Channel } from '#shared/contract/alert.ts'

/** What of the figures says how the service does. */
export type HealthInput = {
  /** Since delivery waits for staff after a restore; null where it does not. */
  deliveryPausedSeconds: number | null
  failed: number
  inDoubt: number
  held: number
  quarantine: number
  oldestDueSeconds: number
  oldestUnsentSeconds: number
  p99: number | null
  providers: readonly { channel: Channel; failedInARow: number; failingSeconds: number | null; answer: string }[]
  feeds: readonly { name: string; silenceSeconds: number | null }[]
  database: { oldestTransactionSeconds: number }
  audit: { unchainedSeconds: number }
  processes: readonly { kind: 'server' | 'worker'; seenSeconds: number }[]
}

export type HealthProblem =
  | { code: 'noWorker' }
  | { code: 'provider'; channel: Channel; count: number; answer: string; seconds: number }
  | { code: 'late' | 'unsent' | 'paused'; seconds: number }
  | { code: 'slow'; seconds: number }
  | { code: 'unchained'; seconds: number }
  | { code: 'failed' | 'inDoubt' | 'held' | 'quarantine'; count: number }
  | { code: 'silentFeed'; name: string; seconds: number }
  | { code: 'longTransaction'; seconds: number }

export type Health = { tone: 'success' | 'warning' | 'danger'; problems: HealthProblem[] }

/** A process that has not written for so long is taken for silent; it writes every ten seconds. */
export const processSilentAfter = 60
/** So many calls in a row: one message of a provider that takes nothing comes to it within a minute. */
const providerFailsAfter = 3
/** Messages due for longer than this are late: a worker looks every two seconds. */
const lateAfter = 600
/** Since a message was decided, whatever was tried since: past the first retries, and then late. */
const unsentAfter = 120
const unsentLateAfter = 900
/** Half of the time that some states' law sets. */
const slowAfter = 12 * 3600
export const feedSilentAfter = 24 * 3600
const transactionLongAfter = 300
/** A row of the audit log that waits longer for the chain raises an alarm; a worker appends it within a minute. */
export const chainLateSeconds = 900

/** Whether a provider takes nothing any more: so many of its last calls failed in a row. */
export const isProviderFailing = (failedInARow: number): boolean => failedInARow >= providerFailsAfter

/** Whether a message has waited too long since it was decided. */
export const isUnsentLate = (seconds: number): boolean => seconds > unsentLateAfter

/**
 * How the service does, worst first: nothing moves, something needs a person, or all is well (decisions, section 11).
 * The one source of it for the monitoring page, /metrics and the panel's badge.
 */
export function healthOf(figures: HealthInput): Health {
  const worst: HealthProblem[] = []
  const rest: HealthProblem[] = []
  if (!figures.processes.some(({ kind, seenSeconds }) => kind === 'worker' && seenSeconds < processSilentAfter))
    worst.push({ code: 'noWorker' })
  for (const { channel, failedInARow, failingSeconds, answer } of figures.providers)
    if (isProviderFailing(failedInARow))
      worst.push({ code: 'provider', channel, count: failedInARow, answer, seconds: failingSeconds ?? 0 })
  const unsent = Math.max(figures.oldestUnsentSeconds, figures.oldestDueSeconds)
  // While delivery is paused, what is late waits for staff, not for the service.
  if (figures.deliveryPausedSeconds !== null) worst.push({ code: 'paused', seconds: figures.deliveryPausedSeconds })
  else if (figures.oldestDueSeconds > lateAfter || isUnsentLate(unsent)) worst.push({ code: 'late', seconds: unsent })
  else if (unsent > unsentAfter) rest.push({ code: 'unsent', seconds: unsent })
  if (figures.p99 !== null && figures.p99 > slowAfter) worst.push({ code: 'slow', seconds: figures.p99 })
  if (figures.audit.unchainedSeconds > chainLateSeconds)
    worst.push({ code: 'unchained', seconds: figures.audit.unchainedSeconds })
  for (const code of ['failed', 'inDoubt', 'held', 'quarantine'] as const)
    if (figures[code] > 0) rest.push({ code, count: figures[code] })
  for (const { name, silenceSeconds } of figures.feeds)
    if (silenceSeconds !== null && silenceSeconds > feedSilentAfter)
      rest.push({ code: 'silentFeed', name, seconds: silenceSeconds })
  const { oldestTransactionSeconds } = figures.database
  if (oldestTransactionSeconds > transactionLongAfter)
    rest.push({ code: 'longTransaction', seconds: oldestTransactionSeconds })
  return {
    tone: worst.length > 0 ? 'danger' : rest.length > 0 ? 'warning' : 'success',
    problems: [...worst, ...rest],
  }
}

/** Whether messages are still tried: not without a worker, nor while delivery is paused after a restore. */
export const isSendingTried = ({ problems }: Health): boolean =>
  !problems.some(({ code }) => code === 'noWorker' || code === 'paused')
