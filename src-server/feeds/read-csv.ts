import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { AppError } from '#shared/contract/errors.ts'
import { csvColumns } from '#shared/contract/feed.ts'
import type { FeedMapping } from '#shared/contract/feed-mapping.ts'
import type { IncomingItem } from './ingest-events.ts'
import { columnsNeeded, type FileRecord, joinRows, mapRecord, standardMapping, unknownColumns } from './map-record.ts'

type Document = { index: number; rows: FileRecord[]; tooWide: boolean }
const rowsPerTurn = 500

/**
 * Reads a sheet of one row per party or parcel, grouped by document id wherever its rows stand.
 * @throws AppError malformed where it is no CSV or lacks a column; tooLarge with more than `maxDocuments` documents
 */
export async function readCsv(
  text: string,
  { mapping = standardMapping, maxDocuments }: { mapping?: FeedMapping | undefined; maxDocuments: number },
): Promise<IncomingItem[]> {
  const documents = new Map<string, Document>()
  let header: string[] | undefined
  let index = -1
  // A cell too many means that a comma was not quoted and every later cell stands in the wrong column.
  const parser = parse(text, { bom: true, relax_column_count: true, skip_empty_lines: true })
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      if (!header) {
        header = readHeader(cells, mapping)
        continue
      }
      if (++index % rowsPerTurn === 0) await nextTurn()
      const record = Object.fromEntries(header.map((name, place) => [name, cells[place] ?? '']))
      const tooWide = cells.slice(header.length).some((cell) => cell.trim() !== '')
      const id = idOf(record, mapping)
      const key = id === '' ? `row ${index}` : `id ${id}`
      const known = documents.get(key)
      if (known) {
        known.rows.push(record)
        known.tooWide ||= tooWide
      } else {
        documents.set(key, { index, rows: [record], tooWide })
        if (documents.size > maxDocuments) throw tooMany(maxDocuments)
      }
    }
  } catch (error) {
    if (error instanceof CsvError) throw new AppError('malformed', `The body is not CSV: ${error.message}`)
    throw error
  }
  return Array.from(documents.values(), (document) => ({
    index: document.index,
    ...itemOfRows(document.rows, mapping),
    ...(document.tooWide && { problem: 'a row has more cells than the header; a comma may lack its quotes' }),
  }))
}

/** The rows of one document as an item; quarantine keeps the rows, so that a better mapping can read them later. */
export function itemOfRows(
  rows: FileRecord[],
  mapping: FeedMapping = standardMapping,
): { value: unknown; sent: unknown } {
  return { value: joinRows(rows.map((row) => mapRecord(row, mapping))), sent: { csv: rows } }
}

export const tooMany = (limit: number) =>
  new AppError(
    'tooLarge',
    `The call holds more than ${limit.toLocaleString('en-US')} events. Send them in several calls.`,
  )

function idOf(record: FileRecord, mapping: FeedMapping): string {
  const id = mapRecord(record, { ...mapping, parties: [], parcels: [], extra: [] }).documentIdentifier
  return typeof id === 'string' ? id.trim() : ''
}

function readHeader(cells: string[], mapping: FeedMapping): string[] {
  const spelled = new Map<string, string>(csvColumns.map((name) => [name.toLowerCase(), name]))
  const trimmed = cells.map((cell) => cell.trim())
  const header = mapping === standardMapping ? trimmed.map((name) => spelled.get(name.toLowerCase()) ?? name) : trimmed
  const twice = header.find((name, place) => name !== '' && header.indexOf(name) !== place)
  if (twice) throw new AppError('malformed', `The column ${twice} is there twice.`)
  const missing = columnsNeeded(mapping).filter((names) => !names.some((name) => header.includes(name)))
  if (missing.length > 0)
    throw new AppError('malformed', `The header lacks ${missing.map((names) => names.join(' or ')).join(' and ')}.`)
  const unknown = mapping === standardMapping ? unknownColumns(header) : []
  if (unknown.length > 0)
    throw new AppError(
      'malformed',
      `No field belongs to the ${unknown.length === 1 ? 'column' : 'columns'} ${unknown.join(', ')}. Rename, remove, or give the feed a column mapping.`,
    )
  return header
}
