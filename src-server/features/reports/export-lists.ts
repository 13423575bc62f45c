import type { Actor } from '#server/platform/actor.ts'
import type { CallerSignal } from '#server/platform/caller-left.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import type { Download } from '#server/platform/download.ts'
import { createWallTime } from '#server/platform/time-text.ts'
import { alertStatuses, alertTypes } from '#shared/contract/alert.ts'
import { formerLastNameLabel, matchOptionsLabel, matchOptionTexts } from '#shared/contract/labels/alert.ts'
import { messages } from '#shared/contract/messages.ts'
import { rights, userStatuses } from '#shared/contract/roles.ts'
import { alertTypeTable } from '#shared/domain/alert/alert-types.ts'
import { today as todayIn } from '#shared/domain/dates.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { toMatchOptionsFromRow } from '#shared/node/domain/alerts/criteria-columns.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { AlertFilter } from '../alerts/public.ts'
import type { UserFilter } from '../users/public.ts'
import { alertsAfter, type ExportedAlert, type ExportedUser, usersAfter } from './export.queries.ts'
import { startReading, mapPages, readPages } from './pages.ts'
import { whileCallerWaits } from './while-caller-waits.queries.ts'
import { type Cell, type Column, createWorkbook, workbookType } from './workbook.ts'

export const userColumns: Column[] = [
  ['Username', 22],
  ['Name', 26],
  ['Type', 10],
  ['Status', 11],
  ['Email', 32],
  ['Phone', 16],
  ['Company', 24],
  ['Address', 28],
  ['City', 18],
  ['State', 7],
  ['Zip', 8],
  ['Alerts', 8],
  ['Created', 20],
  ['Last Login', 20],
]

/** A time as a cell; an empty cell for null. */
const toTimeCell =
  (toWallTime: (moment: Date) => Date) =>
  (moment: Date | null): Cell =>
    moment ? toWallTime(moment) : ''

const userRow =
  (timeCell: (moment: Date | null) => Cell) =>
  (user: ExportedUser): Cell[] => [
    user.username,
    `${user.firstName} ${user.lastName}`.trim(),
    user.role,
    userStatuses[user.status],
    user.email,
    user.phone,
    user.company,
    user.address,
    user.city,
    user.state,
    user.zip,
    user.alerts,
    timeCell(user.createdAt),
    timeCell(user.lastLoginAt),
  ]

export const alertColumns: Column[] = [
  ['Name', 28],
  ['Username', 22],
  ['Type', 14],
  ['Criteria', 36],
  ['Status', 10],
  ['Emails', 40],
  ['Phones', 24],
  ['Created', 20],
]

/** The criteria with the former last name and the match options that are on, as the list of alerts names them. */
function toCriteriaCell(alert: ExportedAlert): string {
  const variants = toMatchOptionsFromRow(alert)
  const options = alertTypeTable[alert.type].variants.filter((variant) => variants[variant])
  const besides = [
    ...(alert.formerLastName === '' ? [] : [`${formerLastNameLabel}: ${alert.formerLastName}`]),
    ...(options.length === 0
      ? []
      : [`${matchOptionsLabel}: ${options.map((option) => matchOptionTexts[option]).join(', ')}`]),
  ]
  return besides.length === 0 ? alert.criteria : `${alert.criteria} (${besides.join('; ')})`
}

const alertRow =
  (timeCell: (moment: Date | null) => Cell) =>
  (alert: ExportedAlert): Cell[] => [
    alert.name,
    alert.username ?? messages.migratedOwner,
    alertTypes[alert.type],
    toCriteriaCell(alert),
    alertStatuses[alert.status],
    alert.emails.join(', '),
    alert.phones.map(formatPhone).join(', '),
    timeCell(alert.createdAt),
  ]

/** Audits who exported a list, and which part of it, before the first row leaves the server. */
const auditExport = (
  deps: ServerDeps,
  actor: Actor,
  description: string,
  filter: Omit<UserFilter, 'roles'> | AlertFilter,
) => writeAudit(deps.db, { type: 'EXPORT', actor, description, newValue: filter, address: actor.address })

/** users.xlsx: the users whom the caller may see, as in the list. */
export async function exportUsers(
  deps: ServerDeps,
  actor: Actor,
  asked: Omit<UserFilter, 'roles'>,
  callerLeft: CallerSignal,
): Promise<Download> {
  const filter = { ...asked, roles: rights[actor.role].manages }
  const pages = await startReading(
    readPages<ExportedUser>((after, size) =>
      whileCallerWaits(deps, callerLeft, (db) => usersAfter(db, filter, after, size)),
    ),
  )
  await auditExport(deps, actor, 'Exported the list of users.', asked)
  const rows = mapPages(pages, userRow(toTimeCell(createWallTime(deps.env.COUNTY_TIME_ZONE))))
  return {
    fileName: 'users.xlsx',
    contentType: workbookType,
    open: () => createWorkbook('Users', userColumns, rows, deps.log),
  }
}

/** alerts.xlsx: the alerts that the caller may see, as in the list. */
export async function exportAlerts(
  deps: ServerDeps,
  actor: Actor,
  asked: AlertFilter,
  callerLeft: CallerSignal,
): Promise<Download> {
  const zone = deps.env.COUNTY_TIME_ZONE
  const [filter, today] = [{ ...asked, asRole: actor.role }, todayIn(zone)]
  const pages = await startReading(
    readPages<ExportedAlert>((after, limit) =>
      whileCallerWaits(deps, callerLeft, (db) => alertsAfter(db, filter, { after, today, limit })),
    ),
  )
  await auditExport(deps, actor, 'Exported the list of alerts.', asked)
  const rows = mapPages(pages, alertRow(toTimeCell(createWallTime(zone))))
  return {
    fileName: 'alerts.xlsx',
    contentType: workbookType,
    open: () => createWorkbook('Alerts', alertColumns, rows, deps.log),
  }
}
