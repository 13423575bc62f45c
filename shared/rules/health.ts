/** What of the figures says how the service does. */
export type HealthInput = {
  /** Since delivery waits for staff after a restore; null where it does not. */
  deliveryPausedSeconds: number | null
  failed: number
  inDoubt: number
  held: number
  quarantine: number
  oldestDueSeconds: number
  p99: number | null
  feeds: readonly { name: string; silenceSeconds: number | null }[]
  database: { oldestTransactionSeconds: number }
  audit: { unchainedSeconds: number }
  processes: readonly { kind: 'server' | 'worker'; seenSeconds: number }[]
}

export type HealthProblem =
  | { code: 'noWorker' }
  | { code: 'paused'; seconds: number }
  | { code: 'late'; seconds: number }
  | { code: 'slow'; seconds: number }
  | { code: 'unchained'; seconds: number }
  | { code: 'failed' | 'inDoubt' | 'held' | 'quarantine'; count: number }
  | { code: 'silentFeed'; name: string; seconds: number }
  | { code: 'longTransaction'; seconds: number }

export type Health = { tone: 'success' | 'warning' | 'danger'; problems: HealthProblem[] }

/** A process that has not written for so long is taken for silent; it writes every ten seconds. */
export const processSilentAfter = 60
/** Messages due for longer than this are late: a worker looks every two seconds. */
const lateAfter = 600
/** Half of the time that some states' law sets. */
const slowAfter = 12 * 3600
export const feedSilentAfter = 24 * 3600
const transactionLongAfter = 300
/** A row of the audit log that waits longer for the chain raises an alarm; a worker appends it within a minute. */
export const chainLateSeconds = 900

/** How the service does, worst first: nothing moves, something needs a person, or all is well (decisions, section 11). */
export function healthOf(figures: HealthInput): Health {
  const worst: HealthProblem[] = []
  const rest: HealthProblem[] = []
  if (!figures.processes.some(({ kind, seenSeconds }) => kind === 'worker' && seenSeconds < processSilentAfter))
    worst.push({ code: 'noWorker' })
  // What is late then waits for staff, not for the service.
  if (figures.deliveryPausedSeconds !== null) worst.push({ code: 'paused', seconds: figures.deliveryPausedSeconds })
  else if (figures.oldestDueSeconds > lateAfter) worst.push({ code: 'late', seconds: figures.oldestDueSeconds })
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
