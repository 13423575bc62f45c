import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { AppError } from '#shared/contract/errors.ts'
import { csvColumns } from '#shared/contract/feed.ts'
import type { FeedMapping } from '#shared/contract/feed-mapping.ts'
import {
  getRequiredColumns,
  type FileRecord,
  mergeRows,
  mapRecord,
  standardMapping,
  findUnknownColumns,
} from './map-record.ts'
import type { IncomingItem } from './incoming-item.ts'

type Document = { index: number; rows: string[][]; tooLong?: boolean }
/** A document's rows as they were sent, under their header: what quarantine keeps of a sheet. */
export type SheetRows = { csv: [header: string[], ...rows: string[][]] }
const rowsPerTurn = 500
/** Far more than any feed's file has; every row is held against all of them. */
const maxColumns = 1_000
/** A row may be longer than its header by mistake; that is a fault of its document. */
const maxCells = 10_000
/** Of one document: a thousand parties, each beside a hundred parcels. */
const maxRows = 100_000
const bytesPerTurn = 500_000

/**
 * Reads a sheet of one row per party or parcel, grouped by document id wherever its rows stand.
 * @throws AppError malformed where it is no CSV or lacks a column; tooLarge with more than `maxDocuments` documents
 */
export async function parseCsv(
  text: string,
  { mapping = standardMapping, maxDocuments }: { mapping?: FeedMapping | undefined; maxDocuments: number },
): Promise<IncomingItem[]> {
  const documents = new Map<string, Document>()
  let header: string[] | undefined
  let index = -1
  const parser = parse({ bom: true, relax_column_count: true, skip_empty_lines: true })
  // A pipe does not pass on why its source failed.
  Readable.from(splitBytes(text))
    .on('error', (error) => parser.destroy(error))
    .pipe(parser)
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      if (!header) {
        header = parseHeader(cells, mapping)
        continue
      }
      if (++index % rowsPerTurn === 0) await nextTurn()
      const id = toSessionId(toRecord(header, cells), mapping)
      const key = id === '' ? `row ${index}` : `id ${id}`
      const known = documents.get(key)
      if (known && known.rows.length >= maxRows) known.tooLong = true
      else if (known) known.rows.push(cells)
      else if (documents.size >= maxDocuments) throw tooManyEventsError(maxDocuments)
      else documents.set(key, { index, rows: [cells] })
    }
  } catch (error) {
    if (error instanceof CsvError) throw new AppError('malformed', `The body is not valid CSV: ${error.message}`)
    throw error
  }
  const names = header ?? []
  const items: IncomingItem[] = []
  let rowsInTurn = 0
  for (const { index: place, rows, tooLong } of documents.values()) {
    if ((rowsInTurn += rows.length) >= rowsPerTurn) {
      rowsInTurn = 0
      await nextTurn()
    }
    const item = rowsToItem({ csv: [names, ...rows] }, mapping)
    items.push({ index: place, ...item, ...(tooLong && { problem: tooManyRows }) })
  }
  return items
}

const tooManyRows = `the document has more than ${maxRows.toLocaleString('en-US')} rows; check that its ID column is correct`

/**
 * A large sheet is parsed piece by piece, so that other requests get their turn; the cells of each row are counted
 * before, since the parser makes a row of millions in one go.
 */
function* splitBytes(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text)
  const count = createCellCounter()
  for (let start = 0; start < bytes.length; start += bytesPerTurn) {
    const piece = bytes.subarray(start, start + bytesPerTurn)
    count(piece)
    yield piece
  }
}

/** Counts the commas of a row, across pieces; quotes come in pairs wherever the parser takes them at all. */
function createCellCounter(): (piece: Buffer) => void {
  let cells = 1
  let quoted = false
  /** As the parser finds it: at the end of the header. */
  let rowEnd: number | undefined
  return (piece) => {
    // By places: over bytes and their places at once this takes ten times as long.
    for (let place = 0; place < piece.length; place++) {
      const byte = piece[place]
      if (byte === quote) quoted = !quoted
      else if (quoted) continue
      else if (byte === comma && ++cells > maxCells)
        throw new AppError('malformed', `A row has more than ${maxCells.toLocaleString('en-US')} cells.`)
      else if (byte === newLine || byte === carriageReturn) {
        rowEnd ??= byte === carriageReturn && piece[place + 1] === newLine ? newLine : byte
        if (byte === rowEnd) cells = 1
      }
    }
  }
}

const [quote, comma, newLine, carriageReturn] = [34, 44, 10, 13]

/** The rows of one document as an item; quarantine keeps the rows, so that a better mapping can read them later. */
export function rowsToItem(
  sent: SheetRows,
  mapping: FeedMapping = standardMapping,
): { value: unknown; sent: SheetRows; problem?: string } {
  const [header, ...rows] = sent.csv
  const value = mergeRows(rows.map((cells) => mapRecord(toRecord(header, cells), mapping)))
  // A cell too many means that a comma was not quoted and every later cell stands in the wrong column.
  const tooWide = rows.some((cells) => cells.slice(header.length).some((cell) => cell.trim() !== ''))
  return {
    value,
    sent,
    ...(tooWide && { problem: 'a row has more cells than the header; check for an unquoted comma' }),
  }
}

const toRecord = (header: string[], cells: string[]): FileRecord =>
  Object.fromEntries(header.map((name, place) => [name, cells[place] ?? '']))

export const tooManyEventsError = (limit: number) =>
  new AppError(
    'tooLarge',
    `The request has more than ${limit.toLocaleString('en-US')} events. Split it into several requests.`,
  )

function toSessionId(record: FileRecord, mapping: FeedMapping): string {
  const id = mapRecord(record, { ...mapping, parties: [], parcels: [], extra: [] }).documentIdentifier
  return typeof id === 'string' ? id.trim() : ''
}

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
