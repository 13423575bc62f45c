import { z } from 'zod'
import type { Reply } from '#shared/contract/envelope.ts'
import { type HistoryPoint, monitoringWindowInput } from '#shared/contract/monitoring.ts'
import { toLimitOffset } from '#shared/contract/paging.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { oneLine } from '#shared/domain/notice/one-line.ts'
import type { Figures } from '../features/monitoring/figures.queries.ts'
import { type Metric, metricsOf } from '../features/monitoring/metrics.ts'
import { historyPoints } from '../features/monitoring/history-points.ts'
import { recentFigures } from '../features/monitoring/recent-figures.ts'
import { declareRestore, releaseDelivery, type RestoreView, showRestore } from '../features/monitoring/restore.ts'
import { type FailedRow, listFailed } from '../features/monitoring/failed-messages.queries.ts'
import { sendNoticeAgain } from '../features/notices/resend-notice.ts'
import { router, technical } from '../trpc/init.ts'

const page = z.number().int().min(1).max(1_000_000).default(1)
const id = z.number().int()

type FailedView = Omit<FailedRow, 'endedAt'> & { at: string }

/** How the service does (decisions, section 11); for the page of that name alone, so without REST paths. */
export const monitoringRouter = router({
  /** The figures of this moment: the same, by name, as at /metrics. */
  now: technical
    .meta({ rest: [] })
    .query(async ({ ctx }): Promise<Reply<{ at: string; figures: Figures; metrics: Metric[] }>> => {
      const figures = await recentFigures(ctx.db)
      const at = formatTime(new Date(), ctx.env.COUNTY_TIME_ZONE)
      return { content: { at, figures, metrics: metricsOf(figures) } }
    }),

  history: technical
    .meta({ rest: [] })
    .input(monitoringWindowInput)
    .query(async ({ ctx, input }): Promise<Reply<HistoryPoint[]>> => {
      return { content: await historyPoints(ctx.db, { ...input, timeZone: ctx.env.COUNTY_TIME_ZONE }) }
    }),

  /** Messages that failed, for staff to send again. */
  failed: technical
    .meta({ rest: [] })
    .input(z.strictObject({ page }))
    .query(async ({ ctx, input }): Promise<Reply<{ notices: FailedView[]; total: number }>> => {
      const { rows, total } = await listFailed(ctx.db, { asRole: ctx.user.role, ...toLimitOffset(input.page) })
      const notices = rows.map(({ endedAt, documentId, ...row }) => ({
        ...row,
        documentId: documentId && oneLine(documentId),
        at: formatTime(endedAt, ctx.env.COUNTY_TIME_ZONE),
      }))
      return { content: { notices, total } }
    }),

  sendAgain: technical
    .meta({ rest: [] })
    .input(z.strictObject({ id }))
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await sendNoticeAgain(ctx, { noticeId: input.id })
      return { message: 'The message is on its way again.', content: null }
    }),

  /** The newest restore from a backup, and what waits because of it. */
  restore: technical
    .meta({ rest: [] })
    .query(async ({ ctx }): Promise<Reply<RestoreView | null>> => ({ content: await showRestore(ctx) })),

  declareRestore: technical
    .meta({ rest: [] })
    .input(z.strictObject({ backupAt: z.string().max(40) }))
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await declareRestore(ctx, input.backupAt)
      return { message: 'Delivery is paused.', content: null }
    }),

  releaseDelivery: technical
    .meta({ rest: [] })
    .input(z.strictObject({ id }))
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await releaseDelivery(ctx, input.id)
      return { message: 'Delivery goes on.', content: null }
    }),
})
