import type { Reply } from '#shared/contract/envelope.ts'
import { reportInput } from '#shared/contract/report.ts'
import { dayToWire, today } from '#shared/domain/dates.ts'
import { makeUserReport, makeUserReportExport } from '../features/reports/user-report.ts'
import type { Download } from '../platform/download.ts'
import { admins, router } from '../trpc/init.ts'

/** Reports of the audit log; every administrator gets all rows, without data of users whom they may not see. */
export const reportRouter = router({
  /** UserReport.pdf */
  userReport: admins
    .meta({ download: true })
    .input(reportInput)
    .mutation(({ ctx, input }): Promise<Download> => makeUserReport(ctx.deps, ctx.actor, input, ctx.callerLeft)),

  /** UserReportExport.xlsx */
  userExport: admins
    .meta({ download: true })
    .input(reportInput)
    .mutation(({ ctx, input }): Promise<Download> => makeUserReportExport(ctx.deps, ctx.actor, input, ctx.callerLeft)),

  /** The county's date, MM/DD/YYYY, with which the form starts. */
  today: admins
    .meta({ rest: [] })
    .query(({ ctx }): Reply<string> => ({ content: dayToWire(today(ctx.deps.env.COUNTY_TIME_ZONE)) })),
})
