import { z } from 'zod'

type Queue = {
  retryLimit: number
  retryBackoff: boolean
  retryDelay?: number
  policy?: 'standard' | 'short'
  /** PostgreSQL notifies the workers of each job, so that they need not keep looking for it. */
  notify: boolean
  /** How long a finished job's row is kept; by default pg-boss's seven days. */
  deleteAfterSeconds?: number
}

const job = <const Name extends string, P extends z.ZodType>(
  name: Name,
  payload: P,
  options: Partial<Queue> & { cron?: string } = {},
) => {
  const { cron, ...queue } = options
  const whole: Queue = { retryLimit: 2, retryBackoff: true, notify: true, ...queue }
  return { name, payload, cron, queue: whole }
}

const nothing = z.object({})
// A wake-up is a hint: 'short' keeps at most one waiting, and workers look every 10 s anyway. A busy day has millions
// of them, so finished ones are deleted soon.
const wake = { retryLimit: 0, policy: 'short', deleteAfterSeconds: 10 } as const

/**
 * Every job, declared once: name, payload (ids only), retry, schedule (county time). The tables say what is due. No
 * nightly job starts between 1:00 and 3:00: when clocks change, one hour of that time is skipped or occurs twice.
 */
export const jobs = {
  wakeMatching: job('matching.wake', nothing, wake),
  wakeDelivery: job('delivery.wake', nothing, wake),
  wakeCallbacks: job('callbacks.wake', nothing, wake),
  sweep: job('sweep', nothing, { cron: '* * * * *', retryLimit: 0, policy: 'short' }),
  upkeep: job('upkeep', nothing, { cron: '10 3 * * *', policy: 'short' }),
  rederiveKeys: job('alerts.rederive-keys', nothing, { policy: 'short', retryLimit: 5 }),
  purgeUsers: job('users.purge', nothing, { cron: '30 3 * * *', policy: 'short', retryLimit: 5 }),
  makeWeeklyEmails: job('weekly.make', nothing, { cron: '*/5 * * * *', retryLimit: 0, policy: 'short' }),
  chainAudit: job('audit.chain', nothing, { cron: '* * * * *', retryLimit: 0, policy: 'short' }),
  purgeAudit: job('audit.purge', nothing, { cron: '30 3 * * *', policy: 'short', retryLimit: 5 }),
  checkFeeds: job('feeds.check', nothing, { cron: '40 3 * * *', policy: 'short' }),
  endSessions: job('sessions.end', nothing, { policy: 'short', retryLimit: 5 }),
} as const

export type JobKey = keyof typeof jobs
export type Payload<K extends JobKey> = z.infer<(typeof jobs)[K]['payload']>
export const jobKeys = Object.keys(jobs) as JobKey[]
