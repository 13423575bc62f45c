import { alertStatuses, alertTypes } from '#shared/contract/alert.ts'
import { messages } from '#shared/contract/messages.ts'
import { rights, userStatuses } from '#shared/contract/roles.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { today as todayIn } from '#shared/domain/dates.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import type { AlertFilter } from '../alerts/alert.queries.ts'
import type { Download } from '#server/platform/download.ts'
import type { UserContext } from '#server/trpc/context.ts'
import type { UserFilter } from '../users/user-list.queries.ts'
import { alertsAfter, type ExportedAlert, type ExportedUser, usersAfter } from './export.queries.ts'
import { begun, mapPages, pagesOf } from './pages.ts'
import { timeTexts } from '#server/platform/time-text.ts'
import { whileCallerWaits } from './while-caller-waits.queries.ts'
import { type Column, workbook, workbookType } from './workbook.ts'

const userColumns: Column[] = [
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

const userRow =
  (timeText: (moment: Date | null) => string) =>
  (user: ExportedUser): string[] => [
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
    String(user.alerts),
    timeText(user.createdAt),
    timeText(user.lastLoginAt),
  ]

const alertColumns: Column[] = [
  ['Name', 28],
  ['Username', 22],
  ['Type', 14],
  ['Criteria', 36],
  ['Status', 10],
  ['Emails', 40],
  ['Phones', 24],
  ['Created', 20],
]

const alertRow =
  (timeText: (moment: Date | null) => string) =>
  (alert: ExportedAlert): string[] => [
    alert.name,
    alert.username ?? messages.migratedOwner,
    alertTypes[alert.type],
    alert.criteria,
    alertStatuses[alert.status],
    alert.emails.join(', '),
    alert.phones.map(formatPhone).join(', '),
    timeText(alert.createdAt),
  ]

/** Who took a list away, and which part of it. Written before the first row leaves. */
const auditExport = (ctx: UserContext, description: string, filter: Omit<UserFilter, 'roles'> | AlertFilter) =>
  writeAudit(ctx.db, { type: 'EXPORT', actor: ctx.user, description, newValue: filter, address: ctx.address })

/** The users whom the caller may see, as the list shows them: users.xlsx (decisions, section 9). */
export async function exportUsers(ctx: UserContext, asked: Omit<UserFilter, 'roles'>): Promise<Download> {
  const filter = { ...asked, roles: rights[ctx.user.role].manages }
  const pages = await begun(
    pagesOf<ExportedUser>((after, size) => whileCallerWaits(ctx, (db) => usersAfter(db, filter, after, size))),
  )
  await auditExport(ctx, 'Exported the list of users.', asked)
  const rows = mapPages(pages, userRow(timeTexts(ctx.env.COUNTY_TIME_ZONE)))
  return {
    fileName: 'users.xlsx',
    contentType: workbookType,
    open: () => workbook('Users', userColumns, rows, ctx.log),
  }
}

/** The alerts that the caller may see, as the list shows them: alerts.xlsx (decisions, section 9). */
export async function exportAlerts(ctx: UserContext, asked: AlertFilter): Promise<Download> {
  const zone = ctx.env.COUNTY_TIME_ZONE
  const [filter, today] = [{ ...asked, asRole: ctx.user.role }, todayIn(zone)]
  const pages = await begun(
    pagesOf<ExportedAlert>((after, limit) =>
      whileCallerWaits(ctx, (db) => alertsAfter(db, filter, { after, today, limit })),
    ),
  )
  await auditExport(ctx, 'Exported the list of alerts.', asked)
  const rows = mapPages(pages, alertRow(timeTexts(zone)))
  return {
    fileName: 'alerts.xlsx',
    contentType: workbookType,
    open: () => workbook('Alerts', alertColumns, rows, ctx.log),
  }
}
