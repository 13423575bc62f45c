import type { AuditActor } from '#server/platform/actor.ts'
import { createProblemsError } from '#server/platform/assert-no-problems.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { messages } from '#shared/contract/messages.ts'
import {
  addDays,
  dayFromWire,
  dayToWire,
  formatDay,
  formatTime,
  pastDayProblem,
  startOfDay,
  today,
} from '#shared/domain/dates.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { countUnused, insertPurgeRun, latestPurgeRuns } from './purge.queries.ts'

/** A purge and its progress, as staff see it. */
export type PurgeRun = {
  id: number
  scheduled: boolean
  /** MM/DD/YYYY: users last active before that county day. */
  activeBefore: string
  startedFormatted: string
  startedBy: string
  found: number
  purged: number
  letters: number
  /** '' while it runs. */
  endedFormatted: string
}

const runsShown = 5

const toDateError = (problem: string) => createProblemsError({ purgeDate: problem })

/** The moment that a purge date means. A future day would delete users who were active today. */
function parsePurgeDate({ env }: Pick<ServerDeps, 'env'>, purgeDate: string): Date {
  const day = dayFromWire(purgeDate)
  if (day === null) throw toDateError(purgeDate === '' ? messages.required : messages.dateForm)
  const problem = pastDayProblem(purgeDate, today(env.COUNTY_TIME_ZONE))
  if (problem) throw toDateError(problem)
  return startOfDay(day, env.COUNTY_TIME_ZONE)
}

/**
 * Counts the users whom Purge Now would delete, for its confirmation.
 * @param purgeDate MM/DD/YYYY, a day of the county
 * @throws AppError `refused` with a text on the field
 */
export function countPurge(deps: Pick<ServerDeps, 'db' | 'env'>, purgeDate: string): Promise<number> {
  return countUnused(deps.db, parsePurgeDate(deps, purgeDate))
}

/**
 * Counts the users whom the schedule would delete now with this limit; also returns the county day before which they
 * were last active.
 */
export async function countScheduledPurge(
  deps: Pick<ServerDeps, 'db' | 'env'>,
  days: number,
): Promise<{ count: number; date: string }> {
  const date = dayToWire(addDays(today(deps.env.COUNTY_TIME_ZONE), -days))
  return { count: await countPurge(deps, date), date }
}

/**
 * Starts a purge of the users last active before a county date; the worker deletes them in batches and audits each. The
 * router requires a recent password.
 * @throws AppError `refused` with a text on the field
 */
export async function purgeNow(
  deps: ServerDeps,
  actor: AuditActor,
  purgeDate: string,
): Promise<{ id: number; found: number }> {
  const before = parsePurgeDate(deps, purgeDate)
  return inTransaction(deps.db, async (tx) => {
    const found = await countUnused(tx, before)
    const id = await insertPurgeRun(tx, { before, found, by: actor })
    await writeAudit(tx, {
      type: 'PURGE',
      actor,
      description: `Started Purge Now for users last active before ${purgeDate}.`,
      newValue: { run: id, activeBefore: purgeDate, found },
      address: actor.address,
    })
    await deps.enqueue(tx, 'purgeUsers', {})
    return { id, found }
  })
}

/** The latest purges, scheduled and manual, with their progress. */
export async function listPurgeRuns({ db, env }: Pick<ServerDeps, 'db' | 'env'>): Promise<PurgeRun[]> {
  const zone = env.COUNTY_TIME_ZONE
  return (await latestPurgeRuns(db, runsShown)).map((run) => ({
    id: run.id,
    scheduled: run.scheduled_on !== null,
    activeBefore: formatDay(run.active_before, zone),
    startedFormatted: formatTime(run.started_at, zone),
    startedBy: run.started_by_name,
    found: run.found,
    purged: run.purged,
    letters: run.letters,
    endedFormatted: formatTime(run.ended_at, zone),
  }))
}
