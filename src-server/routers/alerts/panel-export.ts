import { exportAlerts } from '#server/features/reports/export-lists.ts'
import type { Download } from '#server/platform/download.ts'
import { admins } from '#server/trpc/init.ts'
import { paged, panelAlertFilter } from '#shared/contract/paging.ts'

/** alerts.xlsx: every alert of the list, on any page. */
export const alertExportProcedures = {
  alertExport: admins
    .meta({ download: true })
    .input(panelAlertFilter.extend(paged))
    .mutation(({ ctx, input: { page: _page, ...filter } }): Promise<Download> =>
      exportAlerts(ctx.deps, ctx.actor, filter, ctx.callerLeft),
    ),
}
