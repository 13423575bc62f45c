import { type RawBuilder, sql } from 'kysely'
import type { AlertStatus } from '#shared/contract/alert.ts'

// The status that screens, lists and exports show: I by choice or while paused, P until some recipient can get notices,
// else A. The column `standing` holds it except for a pause, which ends automatically. Each function takes the alias of
// the table alert in the query, and the county's date, 'YYYY-MM-DD'.

const standing = (alert: string) => sql.ref(`${alert}.standing`)
/** Whether an alert is paused on that day; null without a pause. */
export const isPaused = (alert: string, today: string): RawBuilder<boolean | null> =>
  sql<boolean | null>`${sql.ref(`${alert}.paused_until`)} > ${today}::date`
/** Also true without a pause, for which `not isPaused` is null. */
const isUnpaused = (alert: string, today: string) =>
  sql<boolean>`(${sql.ref(`${alert}.paused_until`)} is null or ${sql.ref(`${alert}.paused_until`)} <= ${today}::date)`

/** The display status of an alert, to select. */
export const displayStatus = (alert: string, today: string): RawBuilder<AlertStatus> =>
  sql<AlertStatus>`case when ${isPaused(alert, today)} then 'I' else ${standing(alert)} end`

/** The day until which an alert is paused; null if it is not paused, or no longer. */
export const currentPause = (alert: string, today: string): RawBuilder<string | null> =>
  sql<string | null>`case when ${isPaused(alert, today)} then ${sql.ref(`${alert}.paused_until`)} end`

/** Whether an alert shows this status, in a form that indexes on `standing` and `paused_until` can answer. */
export const showsStatus = (status: AlertStatus, alert: string, today: string): RawBuilder<boolean> =>
  status === 'I'
    ? sql<boolean>`(${standing(alert)} = 'I' or ${isPaused(alert, today)})`
    : sql<boolean>`(${standing(alert)} = ${status} and ${isUnpaused(alert, today)})`

/** Whether an alert is switched on and not paused: it shows A or P. */
export const isOn = (alert: string, today: string): RawBuilder<boolean> =>
  sql<boolean>`(${standing(alert)} <> 'I' and ${isUnpaused(alert, today)})`

/**
 * Alerts that show I, in two parts without overlap: switched off, and paused. Each part has an index; the two together
 * have none.
 */
export const inactiveParts = (alert: string, today: string): RawBuilder<boolean>[] => [
  sql<boolean>`${standing(alert)} = 'I'`,
  sql<boolean>`(${standing(alert)} <> 'I' and ${isPaused(alert, today)})`,
]
