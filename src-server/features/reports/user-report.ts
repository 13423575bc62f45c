import type { Actor } from '#server/platform/actor.ts'
import { assertNoProblems } from '#server/platform/assert-no-problems.ts'
import type { CallerSignal } from '#server/platform/caller-left.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import type { Download } from '#server/platform/download.ts'
import { createTimeFormatter, createWallTime } from '#server/platform/time-text.ts'
import { auditTypeNames } from '#shared/contract/code-lists.ts'
import { AppError } from '#shared/contract/errors.ts'
import { maxPdfRows, type ReportInput } from '#shared/contract/report.ts'
import type { Role } from '#shared/contract/roles.ts'
import { formatTime, today } from '#shared/domain/dates.ts'
import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import { reportProblems, reportWindow } from '#shared/domain/report.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { describeChanges } from './describe-changes.ts'
import type { RowNames } from './format-value.ts'
import { hideProviderStaff, ownerlessTargets } from './hide-provider-staff.ts'
import { startReading, readPages } from './pages.ts'
import { makePdf } from './pdf/make-pdf.ts'
import {
  countReportRows,
  findProviderStaffData,
  type ReportFilter,
  type ReportRow,
  reportRowsAfter,
} from './report.queries.ts'
import { findRowNames } from './row-names.ts'
import { whileCallerWaits } from './while-caller-waits.queries.ts'
import { type Column, createWorkbook, workbookType } from './workbook.ts'

/** The columns of both forms of the report. */
export const columns: Column[] = [
  ['Time', 21],
  ['Username', 22],
  ['Type', 16],
  ['On Whom', 22],
  ['Description', 70],
  ['Address', 18],
]

/** What happened, followed by what changed. */
const joinSentences = (description: string, changes: string) =>
  changes === '' ? description : `${description}${/[.!?]$|^$/.test(description) ? '' : '.'} ${changes}`.trimStart()

const toRow =
  <Time>(toTime: (moment: Date) => Time, names: RowNames) =>
  (row: ReportRow): (Time | string)[] => [
    toTime(row.at),
    row.username,
    auditTypeNames[row.type],
    row.onWhom,
    toSingleLine(joinSentences(row.description, describeChanges(row, names))),
    row.address,
  ]

function toFilter(deps: ServerDeps, actor: Actor, input: ReportInput): ReportFilter {
  const zone = deps.env.COUNTY_TIME_ZONE
  assertNoProblems(reportProblems(input, today(zone)))
  return { ...reportWindow(input, zone), username: input.username, asRole: actor.role }
}

const time = (date: string, hour: string, minute: string, amPm: string) => `${date} ${hour}:${minute} ${amPm}`

/** The criteria in words, for the cover of the report and for the audit log. */
function describeCriteria(input: ReportInput): string {
  const from = time(input.fromDate, input.fromHour, input.fromMinute, input.fromAmPm)
  const to = time(input.toDate, input.toHour, input.toMinute, input.toAmPm)
  return `${from} to ${to}, ${input.username === '' ? 'all users' : `user ${input.username}`}`
}

const audit = (deps: ServerDeps, actor: Actor, input: ReportInput, form: string) =>
  writeAudit(deps.db, {
    type: 'EXPORT',
    actor,
    description: `Exported the user audit report as ${form}: ${describeCriteria(input)}.`,
    address: actor.address,
  })

/** The rows without the data that their reader may not see, and the names behind their ids. */
async function readVisible(db: Db, page: readonly ReportRow[], asRole: Role) {
  const hidden = await findProviderStaffData(db, ownerlessTargets(page), asRole)
  const rows = page.map((row) => hideProviderStaff(row, hidden))
  return { rows, names: await findRowNames(db, rows, asRole) }
}

/** @param toTime formats a time for this form of the report */
async function* formatPages<Time>(
  deps: ServerDeps,
  filter: ReportFilter,
  callerLeft: CallerSignal,
  toTime: (moment: Date) => Time,
): AsyncGenerator<(Time | string)[][]> {
  const pages = readPages<ReportRow>((after, size) =>
    whileCallerWaits(deps, callerLeft, (db) => reportRowsAfter(db, filter, after, size)),
  )
  for await (const page of pages) {
    const { rows, names } = await whileCallerWaits(deps, callerLeft, (db) => readVisible(db, page, filter.asRole))
    yield rows.map(toRow(toTime, names))
  }
}

/**
 * UserReport.pdf.
 * @throws AppError `refused` for invalid criteria, and for more rows than a PDF takes; `tooMany` while the limit of
 *   reports is being made
 */
export async function makeUserReport(
  deps: ServerDeps,
  actor: Actor,
  input: ReportInput,
  callerLeft: CallerSignal,
): Promise<Download> {
  const filter = toFilter(deps, actor, input)
  const rows = await whileCallerWaits(deps, callerLeft, (db) => countReportRows(db, filter, maxPdfRows))
  if (rows > maxPdfRows)
    throw new AppError(
      'refused',
      `This report has more than ${maxPdfRows.toLocaleString('en-US')} rows, too many for a PDF. Choose Excel, or a shorter time range.`,
    )
  const zone = deps.env.COUNTY_TIME_ZONE
  const { common } = await deps.settings.current()
  const pages = await startReading(formatPages(deps, filter, callerLeft, createTimeFormatter(zone)))
  const pdf = await makePdf(
    {
      title: 'Audit Report - User',
      cover: [
        common.countyName,
        describeCriteria(input),
        `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}. Created ${formatTime(new Date(), zone)} by ${actor.username}. Times are in ${zone}.`,
      ],
      columns: columns.map(([head]) => head),
    },
    pages,
    callerLeft(),
  )
  await audit(deps, actor, input, 'PDF')
  return { fileName: 'UserReport.pdf', contentType: 'application/pdf', open: () => pdf }
}

/**
 * UserReportExport.xlsx: the same rows, without a limit.
 * @throws AppError `refused` for invalid criteria
 */
export async function makeUserReportExport(
  deps: ServerDeps,
  actor: Actor,
  input: ReportInput,
  callerLeft: CallerSignal,
): Promise<Download> {
  const toTime = createWallTime(deps.env.COUNTY_TIME_ZONE)
  const pages = await startReading(formatPages(deps, toFilter(deps, actor, input), callerLeft, toTime))
  await audit(deps, actor, input, 'Excel')
  return {
    fileName: 'UserReportExport.xlsx',
    contentType: workbookType,
    open: () => createWorkbook('User Report', columns, pages, deps.log),
  }
}
