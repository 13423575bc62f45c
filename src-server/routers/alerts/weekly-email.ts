import { z } from 'zod'
import { resubscribeOwnWeekly } from '#server/features/recipients/weekly-email.ts'
import { loggedIn } from '#server/trpc/init.ts'
import type { Reply } from '#shared/contract/envelope.ts'
import { listWeeklyUnsubscribes } from '#shared/node/domain/possible-matches/weekly-unsubscribe.queries.ts'

/** The addresses that get no weekly email of possible matches, because the reader unsubscribed them from it. */
export const weeklyEmailProcedures = {
  weeklyUnsubscribes: loggedIn.meta({ rest: [] }).query(async ({ ctx }): Promise<Reply<string[]>> => ({
    content: await listWeeklyUnsubscribes(ctx.deps.db, ctx.actor.id),
  })),

  weeklyResubscribe: loggedIn
    .meta({ rest: [] })
    .input(z.strictObject({ target: z.string().trim().min(1).max(320) }))
    .mutation(async ({ ctx, input }): Promise<Reply<string[]>> => {
      const message = await resubscribeOwnWeekly(ctx.deps, ctx.actor, input.target)
      return { message, content: await listWeeklyUnsubscribes(ctx.deps.db, ctx.actor.id) }
    }),
}
