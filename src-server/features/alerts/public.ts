export type { AlertFilter } from './alert.queries.ts'
export type { PanelAlertFilter } from './panel-alerts.queries.ts'
export { panelAlertConditions } from './panel-alerts.queries.ts'
export { type Narrowing, narrowOwnAlert } from './narrow-alert.ts'
