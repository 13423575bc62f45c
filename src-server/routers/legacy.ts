import { z } from 'zod'
import type { Reply } from '#shared/contract/envelope.ts'
import { migrationInput } from '#shared/contract/legacy.ts'
import { pageInput } from '#shared/contract/paging.ts'
import { migrationTexts, startMigration } from '../features/legacy/migrate-legacy.ts'
import { restoreTexts, startRestore } from '../features/legacy/restore-migration.ts'
import { type RunsView, showRuns, showSkipped, type SkippedView } from '../features/legacy/show-runs.ts'
import { countCurrent } from '../features/legacy/wipe.queries.ts'
import { technical } from '../trpc/init.ts'

/** The copy from the legacy version. */
export const legacyProcedures = {
  /**
   * Returns once the legacy database is open; the copying continues, and `migrationRuns` shows its progress. The
   * administrator types the county's name to confirm; only the documented path's body has no place for it, so there a
   * missing name counts as typed.
   */
  migrateLandNotificationOneAlerts: technical
    .meta({
      rest: ['POST /controlPanel/countyConfig/migrateLandNotificationOneAlerts'],
      from: async ({ body }, { deps }) => ({
        ...body,
        countyName: body.countyName ?? (await deps.settings.current()).common.countyName,
      }),
    })
    .input(migrationInput)
    .mutation(async ({ ctx, input }): Promise<Reply<{ runId: number }>> => {
      const runId = await startMigration(ctx.deps, ctx.actor, input)
      return { message: migrationTexts.begun, content: { runId } }
    }),

  migrationRuns: technical
    .meta({ rest: [] })
    .query(async ({ ctx }): Promise<Reply<RunsView>> => ({ content: await showRuns(ctx.deps) })),

  /** Counts what a migration would wipe. */
  migrationStanding: technical
    .meta({ rest: [] })
    .query(async ({ ctx }): Promise<Reply<{ alerts: number; emails: number }>> => ({
      content: await countCurrent(ctx.deps.db),
    })),

  migrationSkipped: technical
    .meta({ rest: [] })
    .input(z.strictObject({ runId: z.number().int(), page: pageInput }))
    .query(async ({ ctx, input }): Promise<Reply<SkippedView>> => ({ content: await showSkipped(ctx.deps, input) })),

  /** Puts back the data from before the latest migration. */
  migrationRestore: technical
    .meta({ rest: [] })
    .input(z.strictObject({ runId: z.number().int() }))
    .mutation(async ({ ctx, input }): Promise<Reply<{ runId: number }>> => {
      const runId = await startRestore(ctx.deps, ctx.actor, input.runId)
      return { message: restoreTexts.begun, content: { runId } }
    }),
}
