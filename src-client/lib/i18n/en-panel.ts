import { enPanelAlerts } from './en-panel-alerts.ts'
import { enPanelFrame } from './en-panel-frame.ts'
import { enPanelSettings } from './en-panel-settings.ts'

/** The English texts of the control panel; they load with its first page. Each area has a file and a line here. */
export const enPanel = {
  ...enPanelAlerts,
  ...enPanelFrame,
  ...enPanelSettings,
} as const
