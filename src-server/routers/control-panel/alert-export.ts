import { paged, panelAlertFilter } from '#shared/contract/paging.ts'
import type { Download } from '../../http/download.ts'
import { exportAlerts } from '../../reports/export-lists.ts'
import { admins } from '../../trpc/init.ts'

/** alerts.xlsx: every alert of the list, whatever its page. */
export const alertExportProcedures = {
  alertExport: admins
    .meta({ download: true })
    .input(panelAlertFilter.extend(paged))
    .mutation(({ ctx, input: { page: _page, ...filter } }): Promise<Download> => exportAlerts(ctx, filter)),
}
