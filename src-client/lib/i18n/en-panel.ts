import { enPanelFeeds } from './en-panel-feeds.ts'
import { enPanelLooksWrong } from './en-panel-looks-wrong.ts'
import { enPanelAlerts } from './en-panel-alerts.ts'
import { enPanelFrame } from './en-panel-frame.ts'
import { enPanelMonitoring } from './en-panel-monitoring.ts'
import { enPanelRestore } from './en-panel-restore.ts'
import { enPanelReports } from './en-panel-reports.ts'
import { enPanelSettings } from './en-panel-settings.ts'
import { enPanelTechnical } from './en-panel-technical.ts'
import { enPanelUsers } from './en-panel-users.ts'

/** The English texts of the control panel; they load with its first page. Each area has a file and a line here. */
export const enPanel = {
  ...enPanelAlerts,
  ...enPanelLooksWrong,
  ...enPanelFeeds,
  ...enPanelFrame,
  ...enPanelMonitoring,
  ...enPanelRestore,
  ...enPanelReports,
  ...enPanelSettings,
  ...enPanelTechnical,
  ...enPanelUsers,
} as const
