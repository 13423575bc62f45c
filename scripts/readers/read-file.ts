import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { decodeBodyText } from '#server/features/feeds/records/decode-body.ts'
import type { IncomingItem } from '#server/features/feeds/records/incoming-item.ts'
import { mapRecord } from '#server/features/feeds/records/map-record.ts'
import { noSheetLimits, parseCsv } from '#server/features/feeds/records/parse-csv.ts'
import { parseLineEvents } from '#server/features/feeds/records/parse-json.ts'
import type { FeedMapping } from '#shared/contract/feed-mapping.ts'
import { recordedAtToIso } from '#shared/domain/feed/recorded-at.ts'
import { readPria } from './pria.ts'

export type FileOptions = {
  /** Reads every record by this mapping. */
  mapping?: FeedMapping | undefined
  /** For sheets, and for records without a documentIdentifier, if no `mapping` is given. */
  feedMapping?: FeedMapping | undefined
  /** Put before every document id; also names the documents of a file that has no ids. */
  idPrefix?: string | undefined
  /** For records that have no recorded date. */
  recordedAt?: string | undefined
  /** Character set of the file; UTF-8 unless named. */
  encoding?: string | undefined
}

type Format = 'json' | 'ndjson' | 'csv' | 'xml'
const formats: Record<string, Format> = {
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.csv': 'csv',
  '.xml': 'xml',
}
const unzip = promisify(gunzip)
// A JavaScript string holds half a gigabyte.
const largestFile = 400 * 1024 * 1024

/**
 * Reads a file of records, gzipped or not: JSON, NDJSON, CSV or PRIA XML, recognized by its name or else its content.
 * An empty file is a day without records.
 * @throws Error in plain words if it cannot be read at all
 */
export async function readFile(file: string, options: FileOptions = {}): Promise<IncomingItem[]> {
  let bytes = await fs.readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? 'File not found.' : `Cannot read the file (${error.code}).`)
  })
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    bytes = await unzip(bytes, { maxOutputLength: largestFile }).catch(() => {
      throw new Error('The gzip data is damaged or incomplete, or too large unpacked. Check the file, or split it.')
    })
  if (bytes.length > largestFile) throw new Error('The file is larger than 400 MB. Split it.')
  const text = decodeBodyText(bytes, options.encoding)
  const name = path.basename(file).replace(/\.gz$/i, '')
  const format = formats[path.extname(name).toLowerCase()] ?? detectFormat(text)
  return read(text, format, path.parse(name).name, options)
}

async function read(text: string, format: Format, stem: string, options: FileOptions): Promise<IncomingItem[]> {
  if (text.trim() === '') return []
  const { idPrefix = '', recordedAt, mapping, feedMapping } = options
  const finish = (item: IncomingItem): IncomingItem => {
    if (!isRecord(item.value)) return item
    const { documentIdentifier: id, recordedAt: given, ...rest } = item.value
    const named = typeof id === 'string' || typeof id === 'number' ? idPrefix + String(id).trim() : id
    const date = given === undefined || given === null || given === '' ? recordedAt : given
    const value = {
      documentIdentifier: named,
      recordedAt: typeof date === 'string' ? recordedAtToIso(date) : date,
      ...rest,
    }
    return { ...item, value, sent: item.sent ?? value }
  }
  switch (format) {
    case 'csv':
      return (await parseCsv(text, { mapping: mapping ?? feedMapping, limits: noSheetLimits })).map((item) => {
        // Command-line values are not in the rows, so keep the resulting event.
        const finished = finish(item)
        return idPrefix || recordedAt ? { ...finished, sent: finished.value } : finished
      })
    case 'xml': {
      const nameFor = (sequence: string) => (idPrefix ? `${stem}-${sequence}` : undefined)
      return readPria(text, nameFor).map((value, index) => finish({ index, value }))
    }
    default: {
      const items = format === 'json' ? readJson(text) : await parseLineEvents(text, Infinity)
      return items.map((item) => finish({ ...item, value: mapped(item.value, mapping, feedMapping) }))
    }
  }
}

function mapped(value: unknown, mapping: FeedMapping | undefined, feedMapping: FeedMapping | undefined): unknown {
  if (!isRecord(value)) return value
  const applied = mapping ?? ('documentIdentifier' in value ? undefined : feedMapping)
  return applied ? mapRecord(value, applied) : value
}

function readJson(text: string): IncomingItem[] {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new Error('The file is not valid JSON.')
  }
  const events = isRecord(body) && Array.isArray(body.events) ? body.events : [body].flat()
  return events.map((value: unknown, index) => ({ index, value }))
}

function detectFormat(text: string): Format {
  const start = text.trimStart()
  if (start.startsWith('<')) return 'xml'
  if (!/^[{[]/.test(start)) return 'csv'
  try {
    JSON.parse(text)
    return 'json'
  } catch {
    return 'ndjson'
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
