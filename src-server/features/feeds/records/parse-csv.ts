import { CsvError, parse } from 'csv-parse'
import { Readable } from 'node:stream'
import { AppError } from '#shared/contract/errors.ts'
import type { FeedMapping } from '#shared/contract/feed-mapping.ts'
import { csvColumns, feedLimits } from '#shared/contract/feed.ts'
import { createTurns } from '#shared/node/platform/concurrency/turns.ts'
import type { IncomingItem } from './incoming-item.ts'
import {
  getRequiredColumns,
  type FileRecord,
  listMappedColumns,
  mergeRows,
  mapRecord,
  readDocumentId,
  standardMapping,
  findUnknownColumns,
} from './map-record.ts'

type Document = { index: number; rows: string[][]; tooLong?: boolean }
/** A document's rows as they were sent, under their header: what quarantine keeps of a sheet. */
export type SheetRows = { csv: [header: string[], ...rows: string[][]] }
/** Far more than any feed's file has; every row is checked against all of them. */
const maxColumns = 1_000
/** A row may be longer than its header by mistake; that is a fault of its document alone. */
const maxCells = 10_000
/** The parser turns a whole piece into rows synchronously, and its stream slows down with tens of thousands waiting. */
const pieceBytes = 16 * 1024

/** What a sheet may hold: documents, lines and cells. */
export type SheetLimits = { events: number; csvRows: number; csvCells: number }
/** The limits for a file on disk, whose reader limits its bytes. */
export const noSheetLimits: SheetLimits = { events: Infinity, csvRows: Infinity, csvCells: Infinity }

/**
 * Reads a sheet of one row per party or parcel, grouped by document id in any order of the rows. It lets other callers
 * run meanwhile.
 * @throws AppError malformed if it is not CSV or lacks a column; tooLarge with more than `limits` permit
 */
export async function parseCsv(
  text: string,
  { mapping = standardMapping, limits }: { mapping?: FeedMapping | undefined; limits: SheetLimits },
): Promise<IncomingItem[]> {
  const turns = createTurns()
  const bytes = Buffer.from(text)
  await assertCountable(bytes, limits, turns)
  const { header, documents } = await groupRows(bytes, { mapping, maxDocuments: limits.events, turns })
  const items: IncomingItem[] = []
  for (const { index, rows, tooLong } of documents) {
    await turns.pass()
    items.push({ index, ...rowsToItem({ csv: [header, ...rows] }, mapping), ...(tooLong && { problem: tooManyRows }) })
  }
  return items
}

type Turns = ReturnType<typeof createTurns>

/** Parses the rows and gathers those of each document, keeping no more of a document than it may have. */
async function groupRows(
  bytes: Buffer,
  { mapping, maxDocuments, turns }: { mapping: FeedMapping; maxDocuments: number; turns: Turns },
): Promise<{ header: string[]; documents: Iterable<Document> }> {
  const documents = new Map<string, Document>()
  let sheet: { header: string[]; toRecord: (cells: string[]) => FileRecord } | undefined
  let index = -1
  const parser = parse({ bom: true, relax_column_count: true, skip_empty_lines: true })
  Readable.from(splitInTurns(bytes, turns)).pipe(parser)
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      await turns.pass()
      if (!sheet) {
        const header = parseHeader(cells, mapping)
        sheet = { header, toRecord: createRecordReader(header, [mapping.documentIdentifier].flat()) }
        continue
      }
      index++
      const id = readDocumentId(sheet.toRecord(cells), mapping)
      const key = id === '' ? `row ${index}` : `id ${id}`
      const known = documents.get(key)
      if (known && known.rows.length >= feedLimits.csvRowsPerDocument) known.tooLong = true
      else if (known) known.rows.push(cells)
      else if (documents.size >= maxDocuments) throw tooManyEventsError(maxDocuments)
      else documents.set(key, { index, rows: [cells] })
    }
  } catch (error) {
    if (error instanceof CsvError) throw new AppError('malformed', `The body is not valid CSV: ${error.message}`)
    throw error
  }
  return { header: sheet?.header ?? [], documents: documents.values() }
}

const tooManyRows = `the document has more than ${feedLimits.csvRowsPerDocument.toLocaleString('en-US')} rows; check that its ID column is correct`

function* splitBytes(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes)
}

/** Even inside a cell of many pieces, which completes no row to pause at. */
async function* splitInTurns(bytes: Buffer, turns: Turns): AsyncGenerator<Buffer> {
  for (const piece of splitBytes(bytes)) {
    await turns.pass()
    yield piece
  }
}

/** Counts lines and cells before the parser sees them: the parser takes a hundred times as long for each. */
async function assertCountable(bytes: Buffer, { csvRows, csvCells }: SheetLimits, turns: Turns): Promise<void> {
  const count = createCellCounter()
  for (const piece of splitBytes(bytes)) {
    await turns.pass()
    const { rows, cells } = count(piece)
    if (rows > csvRows) throw tooManyError(csvRows, 'rows')
    if (cells > csvCells) throw tooManyError(csvCells, 'cells')
  }
}

/** Counts line ends and commas, across pieces; the parser accepts quotes only in pairs. */
function createCellCounter(): (piece: Buffer) => { rows: number; cells: number } {
  let rows = 0
  let cells = 0
  let cellsOfRow = 1
  let quoted = false
  /** The line end that the header has, as the parser detects it. */
  let rowEnd: number | undefined
  return (piece) => {
    // By index: iterating over bytes with their indexes takes ten times as long.
    for (let place = 0; place < piece.length; place++) {
      const byte = piece[place]
      if (byte === quote) quoted = !quoted
      else if (quoted) continue
      else if (byte === comma) {
        cells++
        if (++cellsOfRow > maxCells)
          throw new AppError('malformed', `A row has more than ${maxCells.toLocaleString('en-US')} cells.`)
      } else if (byte === newLine || byte === carriageReturn) {
        rowEnd ??= byte === carriageReturn && piece[place + 1] === newLine ? newLine : byte
        if (byte !== rowEnd) continue
        rows++
        cells++
        cellsOfRow = 1
      }
    }
    return { rows, cells }
  }
}

const [quote, comma, newLine, carriageReturn] = [34, 44, 10, 13]

/** The rows of one document as an item; quarantine keeps the rows, so that a better mapping can read them later. */
export function rowsToItem(
  sent: SheetRows,
  mapping: FeedMapping = standardMapping,
): { value: unknown; sent: SheetRows; problem?: string } {
  const [header, ...rows] = sent.csv
  const toRecord = createRecordReader(header, listMappedColumns(mapping))
  const value = mergeRows(rows.map((cells) => mapRecord(toRecord(cells), mapping)))
  // One cell too many means that a comma was not quoted, so every later cell is in the wrong column.
  const tooWide = rows.some((cells) => cells.slice(header.length).some((cell) => cell.trim() !== ''))
  return {
    value,
    sent,
    ...(tooWide && { problem: 'a row has more cells than the header; check for an unquoted comma' }),
  }
}

/**
 * Reads the named columns of a row: a sheet may have a thousand columns that no mapping reads, and any number of rows.
 */
function createRecordReader(header: string[], names: string[]): (cells: string[]) => FileRecord {
  const wanted = new Set(names)
  const places = header.flatMap((name, place) => (wanted.has(name) ? [[name, place] as const] : []))
  return (cells) => Object.fromEntries(places.map(([name, place]) => [name, cells[place] ?? '']))
}

const tooManyError = (limit: number, what: string) =>
  new AppError(
    'tooLarge',
    `The request has more than ${limit.toLocaleString('en-US')} ${what}. Split it into several requests.`,
  )
export const tooManyEventsError = (limit: number) => tooManyError(limit, 'events')

const missingColumns = (names: string[]): string =>
  names.length === 1
    ? `Missing column ${names.join()}. Add it, or map another column to it.`
    : `Missing columns ${names.join(' and ')}. Add them, or map other columns to them.`

function parseHeader(cells: string[], mapping: FeedMapping): string[] {
  if (cells.length > maxColumns)
    throw new AppError('malformed', `The header has more than ${maxColumns.toLocaleString('en-US')} columns.`)
  const spelled = new Map<string, string>(csvColumns.map((name) => [name.toLowerCase(), name]))
  const trimmed = cells.map((cell) => cell.trim())
  const header = mapping === standardMapping ? trimmed.map((name) => spelled.get(name.toLowerCase()) ?? name) : trimmed
  const twice = header.find((name, place) => name !== '' && header.indexOf(name) !== place)
  if (twice) throw new AppError('malformed', `The column ${twice} appears twice. Remove or rename one.`)
  const missing = getRequiredColumns(mapping).filter((names) => !names.some((name) => header.includes(name)))
  if (missing.length > 0) throw new AppError('malformed', missingColumns(missing.map((names) => names.join(' or '))))
  const unknown = mapping === standardMapping ? findUnknownColumns(header) : []
  if (unknown.length > 0)
    throw new AppError(
      'malformed',
      `Unknown ${unknown.length === 1 ? 'column' : 'columns'} ${unknown.join(', ')}. Rename or remove ${unknown.length === 1 ? 'it' : 'them'}, or give the feed a column mapping.`,
    )
  return header
}
