import { findRecords } from '#server/features/found-records/find-records.ts'
import { reportFoundRecord, takeBackFoundRecord } from '#server/features/found-records/report-found-record.ts'
import { loggedIn } from '#server/trpc/init.ts'
import type { Reply } from '#shared/contract/envelope.ts'
import { findRecordsInput, type FoundRecord, foundRecordInput } from '#shared/contract/found-record.ts'

/** 'I found this myself': a record that a resident's alert should have found. */
export const foundRecordProcedures = {
  findRecords: loggedIn
    .meta({ rest: [] })
    .input(findRecordsInput)
    .query(async ({ ctx, input }): Promise<Reply<FoundRecord[]>> => {
      return { content: await findRecords(ctx.deps, ctx.actor, input) }
    }),

  reportFoundRecord: loggedIn
    .meta({ rest: [] })
    .input(foundRecordInput)
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      return { message: await reportFoundRecord(ctx.deps, ctx.actor, input), content: null }
    }),

  takeBackFoundRecord: loggedIn
    .meta({ rest: [] })
    .input(foundRecordInput)
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      return { message: await takeBackFoundRecord(ctx.deps, ctx.actor, input), content: null }
    }),
}
