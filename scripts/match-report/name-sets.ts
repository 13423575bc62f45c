import { parse } from 'csv-parse/sync'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readPria } from '#scripts/readers/pria.ts'
import type { Party } from '#shared/contract/party.ts'
import { listLabeledTexts } from './labeled-names.ts'
import { type FileDocument, readEvents } from './read-documents.ts'

/** All names of one kind in a folder. A row without a name is a document without parties. */
export type NameSet = { title: string; documents: FileDocument[] }

const toDocument = (parties: Party[]): FileDocument => ({ parties, parcels: [], recordedOn: '' })
const named = (...names: (string | undefined)[]): FileDocument =>
  toDocument(names.filter((name) => name !== undefined && name.trim() !== '').map((name) => ({ name: name! })))

type Row = Record<string, string | undefined>
/** A sheet is recognized by its columns; each of the `names` columns holds a name, unless `toParty` builds one. */
type Sheet = { title: string; columns: string[]; names: string[]; toParty?: (row: Row) => Party }

const sheets: Sheet[] = [
  { title: 'unusual names of the county', columns: ['category', 'side', 'value'], names: ['value'] },
  { title: 'a city’s index', columns: ['PARTY TYPE', 'NAME'], names: ['NAME'] },
  { title: 'the county’s sheet as found', columns: ['GRANTOR', 'GRANTEE'], names: ['GRANTOR', 'GRANTEE'] },
  { title: 'a vendor’s export', columns: ['Grantor', 'Grantee'], names: ['Grantor', 'Grantee'] },
  { title: 'old deeds', columns: ['first-party', 'second-party'], names: ['first-party', 'second-party'] },
  { title: 'judged pairs', columns: ['name1', 'name2', 'is_match'], names: ['name1', 'name2'] },
  {
    title: 'people and their copies',
    columns: ['given_name', 'surname'],
    names: ['given_name', 'surname'],
    toParty: ({ given_name: firstName = '', surname: lastName = '' }) => ({ firstName, lastName }),
  },
]

/** A sheet may have a line above its column titles. A single column without a title is a list of businesses. */
function readSheet(content: string): NameSet | null {
  const lines: string[][] = parse(content, { bom: true, relax_column_count: true, relax_quotes: true, trim: true })
  for (const [at, titles] of lines.slice(0, 2).entries()) {
    const sheet = sheets.find(({ columns }) => columns.every((column) => titles.includes(column)))
    if (!sheet) continue
    const rows = lines
      .slice(at + 1)
      .map((cells): Row => Object.fromEntries(titles.map((title, i) => [title, cells[i]])))
    return { title: sheet.title, documents: rows.map((row) => readRow(sheet, row)) }
  }
  if (lines.some((cells) => cells.length > 1)) return null
  return { title: 'businesses of a city', documents: lines.map(([name]) => named(name)) }
}

function readRow({ names, toParty }: Sheet, row: Row): FileDocument {
  if (!toParty) return named(...names.map((column) => row[column]))
  return toDocument(names.some((column) => row[column]) ? [toParty(row)] : [])
}

function readLines(content: string): NameSet | null {
  const [first] = content.split('\n', 1)
  const head: unknown = JSON.parse(first ?? '')
  if (typeof head !== 'object' || head === null) return null
  if ('input' in head) {
    const rows = content.split('\n').filter((line) => line.trim() !== '')
    const names = rows.map((line) => (JSON.parse(line) as { input?: string }).input)
    return { title: 'names with expected parts', documents: names.map((name) => named(name)) }
  }
  const documents = readEvents(content)
  return documents.some(({ parties }) => parties.length > 0) ? { title: 'a county’s index', documents } : null
}

function readXml(content: string): NameSet | null {
  if (content.includes('<NameCollection')) {
    const title = content.includes('<CorporationName>') ? 'labeled companies' : 'labeled persons'
    return { title, documents: listLabeledTexts(content).map((name) => named(name)) }
  }
  if (!content.includes('PRIA_DOCUMENT')) return null
  return {
    title: 'PRIA files',
    documents: readPria(content, () => undefined).map(({ parties }) => toDocument(parties)),
  }
}

const readers: Record<string, (content: string) => NameSet | null> = {
  '.csv': readSheet,
  '.jsonl': readLines,
  '.xml': readXml,
}

/** Every file of names below a folder, those of one kind together; `others` are the files without names of parties. */
export function readNameSets(folder: string): { sets: NameSet[]; others: number } {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((entry) => path.join(entry.parentPath, entry.name)).toSorted()
  const read = paths.map((file) => readers[path.extname(file)]?.(readFileSync(file, 'utf8')) ?? null)
  const byTitle = Map.groupBy(
    read.filter((set) => set !== null),
    ({ title }) => title,
  )
  const sets = [...byTitle].map(([title, some]) => ({ title, documents: some.flatMap(({ documents }) => documents) }))
  return { sets, others: read.filter((set) => set === null).length }
}
