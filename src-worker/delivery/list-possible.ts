import { today } from '#shared/domain/dates.ts'
import { skipReasons } from '#shared/domain/notice/skip-reasons.ts'
import { endWithoutCall } from './call.ts'
import type { CheckedNotice } from './commit-calls.queries.ts'
import type { StageContext } from './context.ts'
import type { Outcome } from './outcome.queries.ts'
import { readWeeklyLists } from './weekly-lists.queries.ts'

const noLists: Awaited<ReturnType<typeof readWeeklyLists>> = new Map()

/**
 * Reads what the weekly emails among these calls list, after the calls are committed. One whose list has become empty,
 * or that the county switched off meanwhile, ends without a call; if the lists cannot be read, their emails wait, and the
 * other calls go on.
 */
export async function listPossible(
  calls: CheckedNotice[],
  { deps, clock }: StageContext,
): Promise<{ listed: CheckedNotice[]; ended: Outcome[] }> {
  const emails = calls.filter(({ kind }) => kind === 'weekly')
  if (emails.length === 0) return { listed: calls, ended: [] }
  const others = calls.filter(({ kind }) => kind !== 'weekly')
  try {
    const ids = emails.map(({ id }) => id)
    const day = today(deps.env.COUNTY_TIME_ZONE, emails[0]?.databaseNow())
    const { service } = await deps.settings.current()
    const lists = service.weeklyEmail ? await readWeeklyLists(deps.db, ids, day) : noLists
    const listed = emails.flatMap((email) => {
      const alerts = lists.get(email.id)
      return alerts ? [{ ...email, weekly: { alerts, hasHome: email.userId !== null } }] : []
    })
    const empty = emails.filter(({ id }) => !lists.has(id))
    const reason = skipReasons['alert-off'].staff
    return {
      listed: [...others, ...listed],
      ended: empty.map((email) => endWithoutCall(email, { state: 'canceled', reason })),
    }
  } catch (error) {
    deps.log.error('delivery.possible_matches_not_read', error, { count: emails.length })
    const waitMs = clock.retryMs[0] ?? 0
    return { listed: others, ended: emails.map((email) => endWithoutCall(email, { state: 'waiting', waitMs })) }
  }
}
