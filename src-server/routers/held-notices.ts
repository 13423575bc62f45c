import { z } from 'zod'
import type { Reply } from '#shared/contract/envelope.ts'
import { toLimitOffset } from '#shared/contract/paging.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { countHeldNotices } from '#shared/node/domain/notices/held-notices.queries.ts'
import { countWaiting } from '../features/feeds/held-records.queries.ts'
import { decideHeldNotices, type HeldRecordView, listHeld, listHeldByFeed } from '../features/feeds/release-held.ts'
import {
  discardWithheld,
  listWithheld,
  releaseWithheld,
  type WithheldView,
} from '../features/feeds/release-withheld.ts'
import { admins } from '../trpc/init.ts'

/** The notices of a reason, a feed or a record; `notices`: no more than the caller confirmed. */
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

const pageInput = z.strictObject({ page: z.number().int().min(1).max(1_000_000) })
const withheldInput = z.strictObject({ eventId: z.number().int(), alertId: z.number().int() })

type HeldGroup = { notices: number; oldest: string }

/** Notices that the flood guard holds, and matches with restricted records, for every administrator. */
export const heldNoticeProcedures = {
  /** By reason: how many, and since when. */
  held: admins.meta({ rest: [] }).query(async ({ ctx }): Promise<Reply<(HeldGroup & { reason: string })[]>> => {
    const held = await countHeldNotices(ctx.deps.db)
    return {
      content: held.map((group) => ({ ...group, oldest: formatTime(group.oldest, ctx.deps.env.COUNTY_TIME_ZONE) })),
    }
  }),

  heldByFeed: admins
    .meta({ rest: [] })
    .query(async ({ ctx }): Promise<Reply<(HeldGroup & { feedId: number; name: string })[]>> => ({
      content: await listHeldByFeed(ctx.deps),
    })),

  /** By record, with their owners. */
  heldRecords: admins
    .meta({ rest: [] })
    .input(pageInput)
    .query(async ({ ctx, input }): Promise<Reply<{ records: HeldRecordView[]; total: number }>> => ({
      content: await listHeld(ctx.deps, ctx.actor, toLimitOffset(input.page)),
    })),

  releaseHeld: admins
    .meta({ rest: [] })
    .input(decidedInput)
    .mutation(async ({ ctx, input: { notices, ...which } }): Promise<Reply<{ released: number }>> => ({
      content: { released: await decideHeldNotices(ctx.deps, ctx.actor, 'release', { ...which, max: notices }) },
    })),

  discardHeld: admins
    .meta({ rest: [] })
    .input(decidedInput)
    .mutation(async ({ ctx, input: { notices, ...which } }): Promise<Reply<{ discarded: number }>> => ({
      content: { discarded: await decideHeldNotices(ctx.deps, ctx.actor, 'discard', { ...which, max: notices }) },
    })),

  /** Matches of name and business alerts with restricted records, which wait for staff one by one. */
  withheld: admins
    .meta({ rest: [] })
    .input(pageInput)
    .query(async ({ ctx, input }): Promise<Reply<{ matches: WithheldView[]; total: number }>> => ({
      content: await listWithheld(ctx.deps, ctx.actor, input.page),
    })),

  releaseWithheld: admins
    .meta({ rest: [] })
    .input(withheldInput)
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await releaseWithheld(ctx.deps, ctx.actor, input)
      return { content: null }
    }),

  discardWithheld: admins
    .meta({ rest: [] })
    .input(withheldInput)
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await discardWithheld(ctx.deps, ctx.actor, input)
      return { content: null }
    }),

  /** How many notices and matches wait for a decision; `maxWaitingCounted` also means more. */
  waitingCount: admins.meta({ rest: [] }).query(async ({ ctx }): Promise<Reply<number>> => ({
    content: await countWaiting(ctx.deps.db, ctx.actor.role),
  })),
}
