import { z } from 'zod'
import type { Reply } from '#shared/contract/envelope.ts'
import { toLimitOffset } from '#shared/contract/paging.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { countHeldNotices } from '#shared/node/domain/notices/held-notices.queries.ts'
import { decideHeldNotices, type HeldRecordView, listHeld, listHeldByFeed } from '../features/feeds/release-held.ts'
import { technical } from '../trpc/init.ts'

/** Those of a reason, a feed or a record; `notices`: no more than the caller confirmed. */
const decidedInput = z
  .strictObject({
    reason: z.string().max(200).optional(),
    feedId: z.number().int().optional(),
    eventId: z.number().int().optional(),
    notices: z.number().int().min(1),
  })
  .refine(
    ({ reason, feedId, eventId }) => (reason ?? feedId ?? eventId) !== undefined,
    'Name a reason, a feed or a record.',
  )

type HeldGroup = { notices: number; oldest: string }

/** Notices that the flood guard holds (decisions, section 7), for the Feeds page. */
export const heldNoticeProcedures = {
  /** By reason: how many, and since when. */
  held: technical.meta({ rest: [] }).query(async ({ ctx }): Promise<Reply<(HeldGroup & { reason: string })[]>> => {
    const held = await countHeldNotices(ctx.deps.db)
    return {
      content: held.map((group) => ({ ...group, oldest: formatTime(group.oldest, ctx.deps.env.COUNTY_TIME_ZONE) })),
    }
  }),

  heldByFeed: technical
    .meta({ rest: [] })
    .query(async ({ ctx }): Promise<Reply<(HeldGroup & { feedId: number; name: string })[]>> => ({
      content: await listHeldByFeed(ctx.deps),
    })),

  /** By record, with whose they are. */
  heldRecords: technical
    .meta({ rest: [] })
    .input(z.strictObject({ page: z.number().int().min(1).max(1_000_000) }))
    .query(async ({ ctx, input }): Promise<Reply<{ records: HeldRecordView[]; total: number }>> => ({
      content: await listHeld(ctx.deps, ctx.actor, toLimitOffset(input.page)),
    })),

  releaseHeld: technical
    .meta({ rest: [] })
    .input(decidedInput)
    .mutation(async ({ ctx, input: { notices, ...which } }): Promise<Reply<{ released: number }>> => ({
      content: { released: await decideHeldNotices(ctx.deps, ctx.actor, 'release', { ...which, max: notices }) },
    })),

  discardHeld: technical
    .meta({ rest: [] })
    .input(decidedInput)
    .mutation(async ({ ctx, input: { notices, ...which } }): Promise<Reply<{ discarded: number }>> => ({
      content: { discarded: await decideHeldNotices(ctx.deps, ctx.actor, 'discard', { ...which, max: notices }) },
    })),
}
