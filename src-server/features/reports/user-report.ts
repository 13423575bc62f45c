import { auditTypeNames } from '#shared/contract/code-lists.ts'
import { AppError } from '#shared/contract/errors.ts'
import { maxPdfRows, type ReportInput } from '#shared/contract/report.ts'
import type { Role } from '#shared/contract/roles.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { formatTime, today } from '#shared/domain/dates.ts'
import { oneLine } from '#shared/domain/notice/one-line.ts'
import { reportProblems, reportWindow } from '#shared/domain/report.ts'
import type { Download } from '#server/platform/download.ts'
import type { UserContext } from '#server/trpc/context.ts'
import { refuseFields } from '#server/platform/assert-no-problems.ts'
import { changesIn } from './describe-changes.ts'
import { namesIn } from './row-names.ts'
import { begun, pagesOf } from './pages.ts'
import { makePdf } from './pdf/make-pdf.ts'
import { hideProviderStaff, ownerlessTargets } from './hide-provider-staff.ts'
import {
  countReportRows,
  ofProviderStaff,
  type ReportFilter,
  type ReportRow,
  reportRowsAfter,
} from './report.queries.ts'
import type { Names } from './format-value.ts'
import { timeTexts } from '#server/platform/time-text.ts'
import { whileCallerWaits } from './while-caller-waits.queries.ts'
import { type Column, workbook, workbookType } from './workbook.ts'

/** Of both forms of the report (decisions, section 9). */
const columns: Column[] = [
  ['Time', 21],
  ['Username', 22],
  ['Type', 16],
  ['On Whom', 22],
  ['Description', 70],
  ['Address', 18],
]

/** What happened, and after it what was changed. */
const sentences = (description: string, changes: string) =>
  changes === '' ? description : `${description}${/[.!?]$|^$/.test(description) ? '' : '.'} ${changes}`.trimStart()

const rowIn =
  (timeText: (moment: Date | null) => string, names: Names) =>
  (row: ReportRow): string[] => [
    timeText(row.at),
    row.username,
    auditTypeNames[row.type],
    row.onWhom,
    oneLine(sentences(row.description, changesIn(row, names))),
    row.address,
  ]

function filterOf(ctx: UserContext, input: ReportInput): ReportFilter {
  const zone = ctx.env.COUNTY_TIME_ZONE
  refuseFields(reportProblems(input, today(zone)))
  return { ...reportWindow(input, zone), username: input.username, asRole: ctx.user.role }
}

const time = (date: string, hour: string, minute: string, amPm: string) => `${date} ${hour}:${minute} ${amPm}`

/** The criteria in words: for the cover of the report, and for the audit log. */
function asked(input: ReportInput): string {
  const from = time(input.fromDate, input.fromHour, input.fromMinute, input.fromAmPm)
  const to = time(input.toDate, input.toHour, input.toMinute, input.toAmPm)
  return `${from} to ${to}, ${input.username === '' ? 'all users' : `user ${input.username}`}`
}

const audit = (ctx: UserContext, input: ReportInput, form: string) =>
  writeAudit(ctx.db, {
    type: 'EXPORT',
    actor: ctx.user,
    description: `Made the user audit report as ${form}: ${asked(input)}.`,
    address: ctx.address,
  })

/** The rows without what their reader may not see, and what the numbers in them stand for. */
async function readable(db: Db, page: readonly ReportRow[], asRole: Role) {
  const hidden = await ofProviderStaff(db, ownerlessTargets(page), asRole)
  const rows = page.map((row) => hideProviderStaff(row, hidden))
  return { rows, names: await namesIn(db, rows, asRole) }
}

async function* pagesInWords(ctx: UserContext, filter: ReportFilter): AsyncGenerator<string[][]> {
  const pages = pagesOf<ReportRow>((after, size) =>
    whileCallerWaits(ctx, (db) => reportRowsAfter(db, filter, after, size)),
  )
  for await (const page of pages) {
    const { rows, names } = await whileCallerWaits(ctx, (db) => readable(db, page, ctx.user.role))
    yield rows.map(rowIn(timeTexts(ctx.env.COUNTY_TIME_ZONE), names))
  }
}

const rowsOf = (ctx: UserContext, filter: ReportFilter) => begun(pagesInWords(ctx, filter))

/**
 * UserReport.pdf.
 * @throws AppError `refused` for criteria that are none, and for more rows than a PDF takes; `tooMany` where others wait
 */
export async function userReport(ctx: UserContext, input: ReportInput): Promise<Download> {
  const filter = filterOf(ctx, input)
  const rows = await whileCallerWaits(ctx, (db) => countReportRows(db, filter, maxPdfRows))
  if (rows > maxPdfRows)
    throw new AppError(
      'refused',
      `This report has more than ${maxPdfRows.toLocaleString('en-US')} rows, too many for a PDF. Choose Excel, or a shorter time.`,
    )
  const zone = ctx.env.COUNTY_TIME_ZONE
  const { common } = await ctx.settings.current()
  const pages = await rowsOf(ctx, filter)
  const pdf = await makePdf(
    {
      title: 'Audit Report - User',
      cover: [
        common.countyName,
        asked(input),
        `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}. Made ${formatTime(new Date(), zone)} by ${ctx.user.username}. Times are those of ${zone}.`,
      ],
      columns: columns.map(([head]) => head),
    },
    pages,
    ctx.callerLeft(),
  )
  await audit(ctx, input, 'PDF')
  return { fileName: 'UserReport.pdf', contentType: 'application/pdf', open: () => pdf }
}

/**
 * UserReportExport.xlsx: the same rows, however many.
 * @throws AppError `refused` for criteria that are none
 */
export async function userReportExport(ctx: UserContext, input: ReportInput): Promise<Download> {
  const pages = await rowsOf(ctx, filterOf(ctx, input))
  await audit(ctx, input, 'Excel')
  return {
    fileName: 'UserReportExport.xlsx',
    contentType: workbookType,
    open: () => workbook('User Report', columns, pages, ctx.log),
  }
}
