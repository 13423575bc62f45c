import { z } from 'zod'
import type { Reply } from '#shared/contract/envelope.ts'
import { signKinds } from '#shared/contract/feed-finding.ts'
import {
  askForFeedCheck,
  type FeedFindings,
  getFeedFindings,
  setFindingDismissed,
} from '../features/feeds/findings/feed-findings.ts'
import { technical } from '../trpc/init.ts'

const id = z.number().int()

/** The part of the feeds' router about what we noticed in their records. */
export const findingProcedures = {
  /** What we noticed in a feed's records, and the state of the last check of them. */
  findings: technical
    .meta({ rest: [] })
    .input(z.strictObject({ feedId: id }))
    .query(async ({ ctx, input }): Promise<Reply<FeedFindings>> => {
      return { content: await getFeedFindings(ctx.deps, input.feedId) }
    }),

  /** Asks for a check of a feed's records; a worker does it in a few seconds. */
  checkRecords: technical
    .meta({ rest: [] })
    .input(z.strictObject({ feedId: id }))
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await askForFeedCheck(ctx.deps, input.feedId)
      return { content: null }
    }),

  dismissFinding: technical
    .meta({ rest: [] })
    .input(z.strictObject({ feedId: id, kind: z.enum(signKinds), dismissed: z.boolean() }))
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await setFindingDismissed(ctx.deps.db, ctx.actor, input)
      return { content: null }
    }),
}
