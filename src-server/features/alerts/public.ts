export type { AlertFilter } from './alert.queries.ts'
export type { PanelAlertFilter } from './panel-alerts.queries.ts'
export { everyCondition } from './panel-alerts.queries.ts'
