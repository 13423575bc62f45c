import { router } from '../trpc/init.ts'
import { alertExportProcedures } from './alerts/panel-export.ts'
import { controlPanelAlerts } from './alerts/panel.ts'
import { legacyProcedures } from './legacy.ts'
import { controlPanelRecipients } from './recipients.ts'
import { countyConfigRouter } from './settings.ts'
import { purgeProcedures } from './users/purges.ts'

/** What the county's staff do, except managing users; each subject has a file. */
export const controlPanelRouter = router({
  ...controlPanelAlerts,
  ...alertExportProcedures,
  ...controlPanelRecipients,
  ...purgeProcedures,
  ...legacyProcedures,
  countyConfig: countyConfigRouter,
})
