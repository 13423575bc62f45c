import { z } from 'zod'
import type { Reply } from '#shared/contract/envelope.ts'
import type { FoundRecordCount } from '#shared/contract/found-record.ts'
import { type HistoryPoint, monitoringWindowInput } from '#shared/contract/monitoring.ts'
import type { AnswerShares } from '#shared/contract/not-me-cause.ts'
import { toLimitOffset } from '#shared/contract/paging.ts'
import type { RecordProperties } from '#shared/contract/record-property.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import { readAnswerShares } from '#shared/node/domain/monitoring/answer-shares.queries.ts'
import { describeRows } from '#shared/node/domain/notices/describe-properties.ts'
import {
  countFailedReasons,
  type FailedMessageRow,
  type FailedReason,
  listFailedMessages,
} from '../features/monitoring/failed-messages.queries.ts'
import type { Figures } from '../features/monitoring/figures.queries.ts'
import { countFoundRecords } from '../features/monitoring/found-records.queries.ts'
import { readHistoryPoints } from '../features/monitoring/history-points.ts'
import { type Metric, listMetrics } from '../features/monitoring/metrics.ts'
import { recentFigures } from '../features/monitoring/recent-figures.ts'
import { resendFailed } from '../features/monitoring/resend-failed.ts'
import { declareRestore, releaseDelivery, type RestoreView, showRestore } from '../features/monitoring/restore.ts'
import { resendNotice } from '../features/notices/resend-notice.ts'
import { router, technical } from '../trpc/init.ts'

const page = z.number().int().min(1).max(1_000_000).default(1)
const id = z.number().int()

type FailedView = Omit<FailedMessageRow, 'endedAt' | 'recordParcels'> & RecordProperties & { at: string }

/** The state of the service, only for its own page, so without REST paths. */
export const monitoringRouter = router({
  /** The current figures, under the same names as at /metrics. */
  now: technical
    .meta({ rest: [] })
    .query(async ({ ctx }): Promise<Reply<{ at: string; figures: Figures; metrics: Metric[] }>> => {
      const figures = await recentFigures(ctx.deps)
      const at = formatTime(new Date(), ctx.deps.env.COUNTY_TIME_ZONE)
      return { content: { at, figures, metrics: listMetrics(figures) } }
    }),

  /** Which answers to matches were 'not about me', and what they suggest. */
  answers: technical.meta({ rest: [] }).query(async ({ ctx }): Promise<Reply<AnswerShares>> => {
    return { content: await readAnswerShares(ctx.deps.db, new Date()) }
  }),

  /** Records that residents found themselves, by why they had got no notice. */
  foundRecords: technical.meta({ rest: [] }).query(async ({ ctx }): Promise<Reply<FoundRecordCount[]>> => {
    return { content: await countFoundRecords(ctx.deps.db, new Date()) }
  }),

  history: technical
    .meta({ rest: [] })
    .input(monitoringWindowInput)
    .query(async ({ ctx, input }): Promise<Reply<HistoryPoint[]>> => {
      return { content: await readHistoryPoints(ctx.deps.db, { ...input, timeZone: ctx.deps.env.COUNTY_TIME_ZONE }) }
    }),

  /** Failed messages, which staff may resend. */
  failed: technical
    .meta({ rest: [] })
    .input(z.strictObject({ page }))
    .query(async ({ ctx, input }): Promise<Reply<{ notices: FailedView[]; total: number }>> => {
      const { rows, total } = await listFailedMessages(ctx.deps.db, {
        asRole: ctx.actor.role,
        ...toLimitOffset(input.page),
      })
      const described = await describeRows(ctx.deps.db, rows)
      const notices = described.map(({ endedAt, documentId, ...row }) => ({
        ...row,
        documentId: documentId && toSingleLine(documentId),
        at: formatTime(endedAt, ctx.deps.env.COUNTY_TIME_ZONE),
      }))
      return { content: { notices, total } }
    }),

  sendAgain: technical
    .meta({ rest: [] })
    .input(z.strictObject({ id }))
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await resendNotice(ctx.deps, ctx.actor, { noticeId: input.id })
      return { message: 'We are sending the message again.', content: null }
    }),

  /** Why messages failed, with counts, to resend them by reason or all together. */
  failedReasons: technical
    .meta({ rest: [] })
    .query(async ({ ctx }): Promise<Reply<{ reasons: FailedReason[]; total: number; until: string }>> => {
      const { until, ...counts } = await countFailedReasons(ctx.deps.db, ctx.actor.role)
      return { content: { ...counts, until: until.toISOString() } }
    }),

  sendFailedAgain: technical
    .meta({ rest: [] })
    .input(z.strictObject({ reason: z.string().max(1_000).nullable(), until: z.iso.datetime() }))
    .mutation(async ({ ctx, input: { reason, until } }): Promise<Reply<{ sent: number }>> => {
      const sent = await resendFailed(ctx.deps, ctx.actor, { reason, until: new Date(until) })
      return { message: 'We are sending the messages again.', content: { sent } }
    }),

  /** The newest restore from a backup, and the messages that wait because of it. */
  restore: technical
    .meta({ rest: [] })
    .query(async ({ ctx }): Promise<Reply<RestoreView | null>> => ({ content: await showRestore(ctx.deps) })),

  declareRestore: technical
    .meta({ rest: [] })
    .input(z.strictObject({ backupAt: z.string().max(40) }))
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await declareRestore(ctx.deps, ctx.actor, input.backupAt)
      return { message: 'Delivery is paused.', content: null }
    }),

  releaseDelivery: technical
    .meta({ rest: [] })
    .input(z.strictObject({ id }))
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await releaseDelivery(ctx.deps, ctx.actor, input.id)
      return { message: 'Delivery resumed.', content: null }
    }),
})
