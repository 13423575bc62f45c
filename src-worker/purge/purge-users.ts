import { addDays, formatDay, startOfDay, today } from '#shared/domain/dates.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { readNow } from '#shared/node/platform/database/read-now.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import type { SettingsValues } from '#shared/settings/groups.ts'
import type { WorkerDeps } from '../platform/deps.ts'
import { firstLetterDays, clearLetters, type LetterContext, writeLetters } from './letters.queries.ts'
import {
  beginScheduledRun,
  deleteUnusedUsers,
  endPurgeRun,
  hasScheduledRun,
  lockRun,
  type ReachOptions,
  listOpenRuns,
  type Run,
} from './purge.queries.ts'
import { isPurgeTime } from './schedule.ts'

/** Rows per transaction: few enough that no other transaction waits long. */
const usersAtOnce = 100
const lettersAtOnce = 500
/** Letters per night: the rest follow in the next nights, and no account is deleted before its letters. */
const maxLettersPerNight = 10_000
type Deps = Pick<WorkerDeps, 'db' | 'env' | 'log' | 'settings'>

const getReachOptions = ({ env }: Pick<Deps, 'env'>): ReachOptions => ({ texts: env.SMS_TRANSPORT !== 'none' })

/** Whether the schedule has a purge to begin today. */
async function scheduledPurgeIsDue(deps: Deps, now: Date): Promise<boolean> {
  if (!(await isPurgeTime(deps, 'userPurgeSchedule', now))) return false
  return !(await hasScheduledRun(deps.db, today(deps.env.COUNTY_TIME_ZONE, now)))
}

/**
 * Whether a purge is due or was left unfinished. Checked every minute.
 * @param at only tests give a time
 */
export async function purgeIsDue(deps: Deps, at?: Date): Promise<boolean> {
  return (await listOpenRuns(deps.db)).length > 0 || scheduledPurgeIsDue(deps, at ?? (await readNow(deps.db)))
}

/**
 * Deletes users who have been inactive for longer than the limit: begins the scheduled run if one is due, then
 * continues every run that has not ended. May run twice, concurrently, or be killed at any point, because the tables
 * hold what is left to do.
 * @param at only tests give a time
 */
export async function purgeUsers(deps: Deps, at?: Date): Promise<void> {
  const now = at ?? (await readNow(deps.db))
  if (await scheduledPurgeIsDue(deps, now)) {
    const day = today(deps.env.COUNTY_TIME_ZONE, now)
    const { automaticPurgeAfterDays } = (await deps.settings.current()).userPurgeSchedule
    const before = startOfDay(addDays(day, -automaticPurgeAfterDays), deps.env.COUNTY_TIME_ZONE)
    await beginScheduledRun(deps.db, day, before, getReachOptions(deps))
  }
  for (const id of await listOpenRuns(deps.db)) await processRun(deps, id, now)
}

/** Continues a run to its end, or until another worker has it. */
async function processRun(deps: Deps, id: number, now: Date): Promise<void> {
  const step = async (work: (at: Step) => Promise<boolean>) => {
    // Before the transaction, because it would need a second connection inside it.
    const settings = (await deps.settings.current()).userPurgeSchedule
    return inTransaction(deps.db, async (tx) => {
      const run = await lockRun(tx, id)
      return run ? work({ deps, settings, tx, run, now }) : false
    })
  }
  if (await step(stillWanted)) {
    await step(async (at) => {
      if (at.run.scheduledOn) await clearLetters(at.tx, letterContext(at))
      return true
    })
    while (await step(lettersStep));
    while (await step(usersStep));
  }
}

/** One part of a run, in its own transaction that locks the run. */
type Step = { deps: Deps; settings: SettingsValues<'userPurgeSchedule'>; tx: Tx; run: Run; now: Date }

/** Ends a scheduled run if staff switched the schedule off meanwhile. */
async function stillWanted({ deps, settings, tx, run }: Step): Promise<boolean> {
  if (run.scheduledOn === null || settings.automaticPurge) return true
  await endPurgeRun(tx, run.id)
  deps.log.info('purge.switched_off', { run: run.id, purged: run.purged })
  return false
}

function letterContext({ deps: { env }, settings, run, now }: Step): LetterContext {
  const day = today(env.COUNTY_TIME_ZONE, now)
  const limitDays = settings.automaticPurgeAfterDays
  return {
    run,
    today: day,
    timeZone: env.COUNTY_TIME_ZONE,
    limitDays,
    warnedBefore: startOfDay(addDays(day, firstLetterDays - limitDays), env.COUNTY_TIME_ZONE),
    means: getReachOptions({ env }),
  }
}

async function lettersStep(at: Step): Promise<boolean> {
  const left = maxLettersPerNight - at.run.letters
  if (at.run.scheduledOn === null || left <= 0) return false
  return (await writeLetters(at.tx, letterContext(at), Math.min(left, lettersAtOnce))) > 0
}

/** Deletes one batch and audits each user; if none is left, the run ends. */
async function usersStep(at: Step): Promise<boolean> {
  if (!(await stillWanted(at))) return false
  const { deps, tx, run, now } = at
  const zone = deps.env.COUNTY_TIME_ZONE
  const gone = await deleteUnusedUsers(tx, run, {
    limit: usersAtOnce,
    today: today(zone, now),
    means: getReachOptions(deps),
  })
  const what = run.scheduledOn ? 'the scheduled purge' : 'Purge Now'
  if (gone.length === 0) {
    await endPurgeRun(tx, run.id)
    if (run.purged > 0 || run.letters > 0 || !run.scheduledOn)
      await writeAudit(tx, {
        type: 'PURGE',
        actor: run.by,
        description: `${run.scheduledOn ? 'The scheduled purge' : 'Purge Now'} finished: ${run.purged} users deleted, ${run.letters} warnings sent.`,
        newValue: { run: run.id, purged: run.purged, letters: run.letters },
      })
    deps.log.info('purge.completed', { run: run.id, purged: run.purged, letters: run.letters })
    return false
  }
  await writeAudit(
    tx,
    ...gone.map(({ id, username, role, status, lastActive }) => ({
      type: 'PURGE' as const,
      actor: run.by,
      subject: { id, username },
      description: `Deleted by ${what}: last active ${formatDay(lastActive, zone)}.`,
      oldValue: { role, status, lastActive: formatDay(lastActive, zone) },
    })),
  )
  return true
}
