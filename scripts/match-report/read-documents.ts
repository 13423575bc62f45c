import { parse } from 'csv-parse/sync'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { formatPartyName, type Party } from '#shared/contract/party.ts'
import type { RecordedDocument } from '#shared/matching/public.ts'

const text = z.string().optional()
const party = z.object({
  role: text,
  name: text,
  firstName: text,
  middleName: text,
  lastName: text,
  suffix: text,
  businessName: text,
})
const line = z.object({
  parties: z.array(party).default([]),
  grantor: z.array(z.string()).default([]),
  grantee: z.array(z.string()).default([]),
  parcels: z.array(z.union([z.string(), z.object({ id: z.string() })])).default([]),
  parcelIds: z.array(z.string()).default([]),
  recordedDate: text,
  recordedAt: text,
})

/** A document of the file, with the day it was recorded ('' if the file does not say). */
export type FileDocument = RecordedDocument & { recordedOn: string }

const named = (role: string) => (name: string) => ({ role, name })

function toDocument(event: unknown): FileDocument {
  const { parties, grantor, grantee, parcels, parcelIds, recordedDate, recordedAt } = line.parse(event)
  // Parsing leaves absent fields out, which the strict type of a party cannot express.
  const all = [...parties, ...grantor.map(named('GRANTOR')), ...grantee.map(named('GRANTEE'))] as Party[]
  const ids = parcels.map((parcel) => (typeof parcel === 'string' ? parcel : parcel.id))
  return { parties: all, parcels: [...ids, ...parcelIds], recordedOn: recordedAt ?? recordedDate ?? '' }
}

/** The events of a JSON Lines text, or of one JSON document `{ "events": […] }`. */
function toEvents(content: string): unknown[] {
  if (/^\s*\{\s*"events"/.test(content))
    return z.object({ events: z.array(z.unknown()) }).parse(JSON.parse(content)).events
  const lines = content.split('\n').filter((json) => json.trim() !== '')
  return lines.map((json): unknown => JSON.parse(json))
}

/** The documents of such a text. */
export const readEvents = (content: string): FileDocument[] => toEvents(content).map(toDocument)

/** A sentence for the person at the keyboard, if a file is not what the command needs. */
export class FileProblem extends Error {}

/** The file's text, or a `FileProblem` in a sentence. */
export async function readText(path: string): Promise<string> {
  if (!existsSync(path)) throw new FileProblem(`Cannot find the file ${path}.`)
  try {
    return await readFile(path, 'utf8')
  } catch {
    throw new FileProblem(`Cannot read ${path}. Is it a folder?`)
  }
}

/** A document of one party for each row of a CSV text, from this column. */
function readCsvColumn(path: string, content: string, column: string): FileDocument[] {
  let rows: Record<string, string>[]
  try {
    rows = parse(content, { bom: true, columns: true, relax_column_count: true, skip_empty_lines: true })
  } catch {
    throw new FileProblem(`${path} is not a CSV file with a line of column names.`)
  }
  if (rows.length > 0 && rows[0]?.[column] === undefined)
    throw new FileProblem(`${path} has no column ${column}. Name the column of the names with --column.`)
  const names = rows.map((row) => row[column] ?? '').filter((name) => name.trim() !== '')
  return names.map((name) => ({ parties: [{ name }], parcels: [], recordedOn: '' }))
}

/**
 * The file's documents, or a `FileProblem` with a sentence on what a file must be.
 * @param column of the names in a CSV file
 */
export async function readDocuments(path: string, column: string): Promise<FileDocument[]> {
  const content = await readText(path)
  if (path.endsWith('.csv')) return readCsvColumn(path, content, column)
  try {
    return readEvents(content)
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof z.ZodError)) throw error
    throw new FileProblem(`${path} is neither JSON Lines (one event per line) nor a document { "events": […] }.`)
  }
}

/** The names of a document's parties as sent. */
export const partyNames = ({ parties }: RecordedDocument): string[] => parties.map(formatPartyName)
