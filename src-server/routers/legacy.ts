import { z } from 'zod'
import { AppError } from '#shared/contract/errors.ts'
import type { Reply } from '#shared/contract/envelope.ts'
import { messages } from '#shared/contract/messages.ts'
import { migrationInput } from '#shared/contract/legacy.ts'
import { pageInput } from '#shared/contract/paging.ts'
import { parsePhone } from '#shared/domain/phone.ts'
import type { Actor } from '../features/alerts/save-alert.ts'
import { migrationTexts, startMigration } from '../features/legacy/migrate-legacy.ts'
import { restoreTexts, startRestore } from '../features/legacy/restore-migration.ts'
import { type RunsView, showRuns, showSkipped, type SkippedView } from '../features/legacy/show-runs.ts'
import { countStanding } from '../features/legacy/wipe.queries.ts'
import { sendTestText } from '../features/recipients/send-test-text.ts'
import type { UserContext } from '../trpc/context.ts'
import { technical } from '../trpc/init.ts'

const actorOf = ({ user, address }: UserContext): Actor => ({ id: user.id, username: user.username, address })

/** The pages of the Technical section that change something: Hello World, and the copy from the legacy version. */
export const technicalProcedures = {
  helloWorld: technical
    .input(z.strictObject({ phoneNumber: z.string().trim().min(1, messages.required).max(40) }))
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      const { service } = await ctx.settings.current()
      const read = parsePhone(input.phoneNumber, service.otherCountries)
      if ('problem' in read)
        throw new AppError('refused', messages.correctFields, { fields: { phoneNumber: read.problem } })
      return { message: await sendTestText(ctx, { number: read.number }, actorOf(ctx)), content: null }
    }),

  /**
   * Answers once the legacy database is open; the copying goes on, and `migrationRuns` tells how far it is. The
   * county's name is typed to confirm; the documented path's body has no place for it, so there, and there alone, it
   * counts as typed where it is not sent.
   */
  migrateLandNotificationOneAlerts: technical
    .meta({
      rest: ['POST /controlPanel/countyConfig/migrateLandNotificationOneAlerts'],
      from: async ({ body }, { settings }) => ({
        ...body,
        countyName: body.countyName ?? (await settings.current()).common.countyName,
      }),
    })
    .input(migrationInput)
    .mutation(async ({ ctx, input }): Promise<Reply<{ runId: number }>> => {
      const runId = await startMigration(ctx, input, actorOf(ctx))
      return { message: migrationTexts.begun, content: { runId } }
    }),

  migrationRuns: technical
    .meta({ rest: [] })
    .query(async ({ ctx }): Promise<Reply<RunsView>> => ({ content: await showRuns(ctx) })),

  /** What a migration would wipe. */
  migrationStanding: technical
    .meta({ rest: [] })
    .query(async ({ ctx }): Promise<Reply<{ alerts: number; emails: number }>> => ({
      content: await countStanding(ctx.db),
    })),

  migrationSkipped: technical
    .meta({ rest: [] })
    .input(z.strictObject({ runId: z.number().int(), page: pageInput }))
    .query(async ({ ctx, input }): Promise<Reply<SkippedView>> => ({ content: await showSkipped(ctx, input) })),

  /** Puts back what stood before the latest migration. */
  migrationRestore: technical
    .meta({ rest: [] })
    .input(z.strictObject({ runId: z.number().int() }))
    .mutation(async ({ ctx, input }): Promise<Reply<{ runId: number }>> => {
      const runId = await startRestore(ctx, input.runId, actorOf(ctx))
      return { message: restoreTexts.begun, content: { runId } }
    }),
}
