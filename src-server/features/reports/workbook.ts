import type { stream, Style, Worksheet } from 'exceljs'
import { PassThrough, type Readable } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#shared/node/platform/log.ts'

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A column: its heading, and its width in characters. */
export type Column = readonly [head: string, width: number]

/** A text, a count, or a time in the county's zone (`createWallTime`). */
export type Cell = string | number | Date

/** Keeps a text a text when a user edits its cell. All cells share one object, which the library recognizes. */
const asText: Partial<Style> = { numFmt: '@' }
const asCount: Partial<Style> = { numFmt: '#,##0' }
const asTime: Partial<Style> = { numFmt: 'mm/dd/yyyy h:mm AM/PM' }

function toStyle(cell: Cell): Partial<Style> {
  if (typeof cell === 'string') return asText
  return typeof cell === 'number' ? asCount : asTime
}

/** Excel allows this many characters in a cell. */
const maxCellLength = 32_767
/** Bytes that may wait for a slow reader: exceljs itself never waits, and rows would pile up. */
const maxWaiting = 256 * 1024
/** Rows written without a pause: a few milliseconds, after which the server serves others. */
const rowsPerTurn = 100

/**
 * A spreadsheet, written while it is read: a slow reader makes the pages wait, and one that leaves ends them. Every
 * text has the text format, so that no text is ever a formula; counts and times are numbers and dates, and the headings
 * have filters.
 * @param pages some rows at a time; each row a cell per column
 */
export function createWorkbook(
  sheetName: string,
  columns: readonly Column[],
  pages: AsyncIterable<Cell[][]>,
  log: Log,
): Readable {
  const out = new PassThrough()
  write(out, sheetName, columns, pages).catch((error: unknown) => {
    if (out.destroyed) return
    log.error('report.spreadsheet_failed', error)
    // We cut the connection, since half a file must not look like a whole one.
    out.destroy(error instanceof Error ? error : new Error('The spreadsheet broke off.'))
  })
  return out
}

async function write(out: PassThrough, sheetName: string, columns: readonly Column[], pages: AsyncIterable<Cell[][]>) {
  // A large library that only downloads need.
  const { default: excel } = await import('exceljs')
  const book = new excel.stream.xlsx.WorkbookWriter({
    stream: out,
    useStyles: true,
    useSharedStrings: false,
    zip: { zlib: { level: 4 } },
  })
  const sheet = book.addWorksheet(sheetName, { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = columns.map(([, width]) => ({ width }))
  addRow(
    sheet,
    columns.map(([head]) => head),
    { ...asText, font: { bold: true } },
  )
  let lastRow = 1
  for await (const page of pages)
    for (let from = 0; from < page.length; from += rowsPerTurn) {
      for (const row of page.slice(from, from + rowsPerTurn)) addRow(sheet, row)
      lastRow += Math.min(rowsPerTurn, page.length - from)
      await nextTurn()
      while (!out.destroyed && countPendingBytes(book, sheet, out) > maxWaiting) await sleep(10)
      if (out.destroyed) return
    }
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: lastRow, column: columns.length } }
  sheet.commit()
  await book.commit()
}

/** @param style of every cell; absent, it depends on the cell's type */
function addRow(sheet: Worksheet, cells: readonly Cell[], style?: Partial<Style>): void {
  const row = sheet.addRow(cells.map((cell) => (typeof cell === 'string' ? cellText(cell) : cell)))
  row.eachCell((cell, column) => {
    cell.style = style ?? toStyle(cells[column - 1] ?? '')
  })
  row.commit()
}

/** The text of a cell: well-formed, within Excel's limit, without characters that XML cannot hold. */
export function cellText(text: string): string {
  const whole = text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
  return whole.length > maxCellLength ? `${whole.slice(0, maxCellLength - 1).toWellFormed()}…` : whole
}

/**
 * The bytes that exceljs wrote and the reader has not read yet: before, in and after its zip file. It exposes none of
 * these counts.
 */
function countPendingBytes(book: stream.xlsx.WorkbookWriter, sheet: Worksheet, out: PassThrough): number {
  const { zip } = book as unknown as { zip: Readable }
  const [entry] = (sheet as unknown as { stream: { pipes: { _writableState: { length: number } }[] } }).stream.pipes
  if (!entry) throw new Error('The spreadsheet library keeps its entry elsewhere now.')
  // oxlint-disable-next-line no-underscore-dangle -- an old-style stream keeps its length there
  return entry._writableState.length + zip.readableLength + out.writableLength
}
