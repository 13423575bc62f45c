import { router } from '../trpc/init.ts'
import { alertExportProcedures } from './control-panel/alert-export.ts'
import { controlPanelAlerts } from './control-panel/alerts.ts'
import { controlPanelRecipients } from './control-panel/recipients.ts'
import { countyConfigRouter } from './control-panel/county-config.ts'
import { purgeProcedures } from './control-panel/purges.ts'
import { technicalProcedures } from './control-panel/technical.ts'

/** What the county's staff do beside the users themselves; one file a subject in control-panel/. */
export const controlPanelRouter = router({
  ...controlPanelAlerts,
  ...alertExportProcedures,
  ...controlPanelRecipients,
  ...purgeProcedures,
  ...technicalProcedures,
  countyConfig: countyConfigRouter,
})
