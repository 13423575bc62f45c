import type { Channel } from '#shared/contract/alert.ts'

/** The figures that determine the health of the service. */
export type HealthFigures = {
  /** How long delivery has been waiting for staff after a restore; null if it is not waiting. */
  deliveryPausedSeconds: number | null
  failed: number
  /** How many of `failed` failed because of their address, such as a full mailbox. */
  refusedAddresses: number
  isDiskFull: boolean
  lastBackupSeconds: number | null
  inDoubt: number
  held: number
  /** Reports of suspicious records that staff have not opened for more than one business day. */
  reportsOverdue: number
  quarantine: number
  oldestDueSeconds: number
  oldestUnsentSeconds: number
  oldestUnmatchedSeconds: number
  p99: number | null
  providers: readonly {
    channel: Channel
    failedInARow: number
    failingSeconds: number | null
    answer: string
    needsSetUp: boolean
    hasRefused: boolean
  }[]
  feeds: readonly { name: string; overdueSeconds: number | null }[]
  database: { oldestTransactionSeconds: number }
  audit: { unchainedSeconds: number }
  processes: readonly { kind: 'server' | 'worker'; seenSeconds: number }[]
}

export type HealthProblem =
  | { code: 'noWorker' | 'diskFull' }
  | {
      code: 'provider'
      channel: Channel
      count: number
      answer: string
      needsSetUp: boolean
      hasRefused: boolean
      seconds: number
    }
  | { code: 'late' | 'unsent' | 'paused' | 'unmatched'; seconds: number }
  | { code: 'slow'; seconds: number }
  | { code: 'unchained'; seconds: number }
  | { code: 'reportsOverdue' | 'failed' | 'inDoubt' | 'held' | 'quarantine'; count: number }
  | { code: 'silentFeed'; name: string; seconds: number }
  | { code: 'longTransaction' | 'oldBackup'; seconds: number }

export type Health = { tone: 'success' | 'warning' | 'danger'; problems: HealthProblem[] }

/** A process counts as silent after this long without a heartbeat; it writes one every ten seconds. */
export const processSilentSeconds = 60
/** Failed calls in a row: a single message reaches this within a minute if the provider accepts nothing. */
export const maxProviderFailures = 3
/** Messages due for longer than this are late: a worker checks every ten seconds. */
const lateSeconds = 600
/** Time since a message was created, with all attempts: first past the early retries, then late. */
const unsentSeconds = 120
const unsentLateSeconds = 900
/** Time since a record arrived: a worker normally matches it within two seconds. */
const unmatchedLateSeconds = 600
/** Half of the legal limit in some states. */
const slowSeconds = 12 * 3600
export const feedSilentSeconds = 24 * 3600
/** Two nights: a single backup may fail. */
const backupLateSeconds = 2 * 24 * 3600
const longTransactionSeconds = 300
/** Alarm limit for an audit row outside the chain; a worker normally appends it within a minute. */
export const chainLateSeconds = 900

/** Whether a provider has stopped accepting messages: its most recent calls all failed. */
export const isProviderFailing = (failedInARow: number): boolean => failedInARow >= maxProviderFailures

/** Failed messages that staff must look at: a message that its own address refused is no failure of the service. */
export const countGivenUp = ({
  failed,
  refusedAddresses,
}: Pick<HealthFigures, 'failed' | 'refusedAddresses'>): number => failed - refusedAddresses

/** Whether a message has waited too long since it was created. */
export const isUnsentLate = (seconds: number): boolean => seconds > unsentLateSeconds

/**
 * The health of the service, worst problems first: nothing moves, something needs a person, or all is well. The single
 * source for the monitoring page, /metrics and the panel's badge.
 */
export function assessHealth(figures: HealthFigures): Health {
  const worst: HealthProblem[] = []
  const rest: HealthProblem[] = []
  if (figures.isDiskFull) worst.push({ code: 'diskFull' })
  if (!figures.processes.some(({ kind, seenSeconds }) => kind === 'worker' && seenSeconds < processSilentSeconds))
    worst.push({ code: 'noWorker' })
  for (const { failedInARow: count, failingSeconds, channel, answer, needsSetUp, hasRefused } of figures.providers)
    if (isProviderFailing(count))
      worst.push({ code: 'provider', channel, count, answer, needsSetUp, hasRefused, seconds: failingSeconds ?? 0 })
  if (figures.oldestUnmatchedSeconds > unmatchedLateSeconds)
    worst.push({ code: 'unmatched', seconds: figures.oldestUnmatchedSeconds })
  const unsent = Math.max(figures.oldestUnsentSeconds, figures.oldestDueSeconds)
  // While delivery is paused, late messages wait for staff, not for the service.
  if (figures.deliveryPausedSeconds !== null) worst.push({ code: 'paused', seconds: figures.deliveryPausedSeconds })
  else if (figures.oldestDueSeconds > lateSeconds || isUnsentLate(unsent)) worst.push({ code: 'late', seconds: unsent })
  else if (unsent > unsentSeconds) rest.push({ code: 'unsent', seconds: unsent })
  if (figures.p99 !== null && figures.p99 > slowSeconds) worst.push({ code: 'slow', seconds: figures.p99 })
  if (figures.audit.unchainedSeconds > chainLateSeconds)
    worst.push({ code: 'unchained', seconds: figures.audit.unchainedSeconds })
  const counts = { ...figures, failed: countGivenUp(figures) }
  for (const code of ['reportsOverdue', 'failed', 'inDoubt', 'held', 'quarantine'] as const)
    if (counts[code] > 0) rest.push({ code, count: counts[code] })
  for (const { name, overdueSeconds } of figures.feeds)
    if (overdueSeconds !== null && overdueSeconds > feedSilentSeconds)
      rest.push({ code: 'silentFeed', name, seconds: overdueSeconds })
  if (figures.lastBackupSeconds !== null && figures.lastBackupSeconds > backupLateSeconds)
    rest.push({ code: 'oldBackup', seconds: figures.lastBackupSeconds })
  const { oldestTransactionSeconds } = figures.database
  if (oldestTransactionSeconds > longTransactionSeconds)
    rest.push({ code: 'longTransaction', seconds: oldestTransactionSeconds })
  return {
    tone: worst.length > 0 ? 'danger' : rest.length > 0 ? 'warning' : 'success',
    problems: [...worst, ...rest],
  }
}

/**
 * Whether each unsent message is tried again: not without a worker, not while delivery is paused after a restore, and
 * not after a provider refused messages for good.
 */
export const keepsTrying = ({ problems }: Health): boolean =>
  !problems.some(
    (problem) =>
      problem.code === 'noWorker' || problem.code === 'paused' || (problem.code === 'provider' && problem.hasRefused),
  )
