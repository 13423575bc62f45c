import { z } from 'zod'
import type { Reply } from '#shared/contract/envelope.ts'
import { beginUploadInput, type RollProblem, rollProblemKinds } from '#shared/contract/roll-load.ts'
import { type RollVersionsView, showProblems, showVersions } from '../features/roll/show-versions.ts'
import { beginUpload, discardRoll, finishUpload } from '../features/roll/upload-roll.ts'
import { returnToRoll, useRoll } from '../features/roll/use-roll.ts'
import { router, technical } from '../trpc/init.ts'

/** The largest value of the column; a greater one would be an error of the database. */
const id = z.number().int().min(1).max(2_147_483_647)
const idOnly = z.strictObject({ id })
/** `gone`: the loss that the caller agreed to, if it is more than a tenth. */
const choice = z.strictObject({ id, gone: z.number().int().min(0).optional() })
const page = z.number().int().min(1).max(1_000_000).default(1)

/**
 * The versions of the parcel roll, only for their own page, so without REST paths. The pieces of an upload are received
 * by http/roll-upload.ts.
 */
export const rollVersionsRouter = router({
  list: technical.meta({ rest: [] }).query(async ({ ctx }): Promise<Reply<RollVersionsView>> => {
    return { content: await showVersions(ctx.deps.db, ctx.actor.id, ctx.deps.env.COUNTY_TIME_ZONE) }
  }),

  /** The first problems of each kind, by line. */
  problems: technical
    .meta({ rest: [] })
    .input(z.strictObject({ id, kind: z.enum(rollProblemKinds).optional(), page }))
    .query(async ({ ctx, input }): Promise<Reply<{ problems: RollProblem[]; total: number }>> => {
      return { content: await showProblems(ctx.deps.db, input) }
    }),

  beginUpload: technical
    .meta({ rest: [] })
    .input(beginUploadInput)
    .mutation(async ({ ctx, input }): Promise<Reply<{ id: number }>> => {
      return { content: await beginUpload(ctx.deps.db, ctx.actor, input) }
    }),

  finishUpload: technical
    .meta({ rest: [] })
    .input(idOnly)
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await finishUpload(ctx.deps.db, ctx.actor, input.id)
      return { content: null }
    }),

  /** Stops an upload or a load, or discards a version that waits for approval. */
  drop: technical
    .meta({ rest: [] })
    .input(idOnly)
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await discardRoll(ctx.deps.db, ctx.actor, input.id)
      return { content: null }
    }),

  /** Puts a loaded version in use. */
  use: technical
    .meta({ rest: [] })
    .input(choice)
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await useRoll(ctx.deps, ctx.actor, input)
      return { content: null }
    }),

  /** Puts a former version back in use. */
  goBack: technical
    .meta({ rest: [] })
    .input(choice)
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await returnToRoll(ctx.deps, ctx.actor, input)
      return { content: null }
    }),
})
