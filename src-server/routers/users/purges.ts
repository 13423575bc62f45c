import { z } from 'zod'
import { countPurge, countScheduledPurge, type PurgeRun, listPurgeRuns } from '#server/features/users/purge-now.ts'
import { admins } from '#server/trpc/init.ts'
import type { Reply } from '#shared/contract/envelope.ts'
import { settingsGroups } from '#shared/settings/groups.ts'

/** What the Purge pages show in addition to their settings. countyConfig/userPurgeNow runs the purge. */
export const purgeProcedures = {
  /** Counts the users whom Purge Now would delete. */
  purgeCount: admins
    .input(z.strictObject({ purgeDate: z.string().trim().max(20) }))
    .query(async ({ ctx, input }): Promise<Reply<{ count: number }>> => ({
      content: { count: await countPurge(ctx.deps, input.purgeDate) },
    })),

  /** Counts the users whom the schedule would delete with this limit, before it is saved. */
  purgeScheduleCount: admins
    .meta({ rest: [] })
    .input(z.strictObject({ days: settingsGroups.userPurgeSchedule.fields.automaticPurgeAfterDays.schema }))
    .query(async ({ ctx, input }): Promise<Reply<{ count: number; date: string }>> => ({
      content: await countScheduledPurge(ctx.deps, input.days),
    })),

  /** The latest purges and their progress. */
  purgeRuns: admins.query(async ({ ctx }): Promise<Reply<{ runs: PurgeRun[] }>> => ({
    content: { runs: await listPurgeRuns(ctx.deps) },
  })),
}
