import { enPanelAlerts } from './panel-alerts.ts'
import { enPanelFeeds } from './panel-feeds.ts'
import { enPanelFrame } from './panel-frame.ts'
import { enPanelHelloWorld } from './panel-hello-world.ts'
import { enPanelLegacy } from './panel-legacy.ts'
import { enPanelMonitoring } from './panel-monitoring.ts'
import { enPanelReports } from './panel-reports.ts'
import { enPanelRestore } from './panel-restore.ts'
import { enPanelRoll } from './panel-roll.ts'
import { enPanelSettings } from './panel-settings.ts'
import { enPanelSuspiciousRecords } from './panel-suspicious-records.ts'
import { enPanelUsers } from './panel-users.ts'

/** The English texts of the control panel; they load with its first page. Each area has a file and a line here. */
export const enPanel = {
  ...enPanelAlerts,
  ...enPanelSuspiciousRecords,
  ...enPanelFeeds,
  ...enPanelFrame,
  ...enPanelMonitoring,
  ...enPanelRestore,
  ...enPanelReports,
  ...enPanelRoll,
  ...enPanelSettings,
  ...enPanelHelloWorld,
  ...enPanelLegacy,
  ...enPanelUsers,
} as const
