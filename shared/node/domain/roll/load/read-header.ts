import { AppError } from '#shared/contract/errors.ts'
import { rollLimits } from '#shared/contract/roll-load.ts'
import { type RollMapping, standardRollMapping } from '#shared/contract/roll-mapping.ts'
import type { RollField } from '#shared/contract/roll.ts'

/**
 * The place of each field: for each of its parts, the columns that may hold it. The first one that is not empty counts.
 */
export type Columns = { width: number; places: readonly (readonly [RollField, number[][]])[] }

const singleFields = ['parcelId', 'city', 'zip', 'mailCity', 'mailState', 'mailZip'] as const
const joinedFields = ['address', 'legalDescription', 'ownerName', 'mailAddress'] as const
const requiredFields: readonly RollField[] = ['parcelId', 'address']

/** The column names of each part of each field. */
function listSources(mapping: RollMapping): [RollField, string[][]][] {
  return [
    ...singleFields.map((field): [RollField, string[][]] => {
      const source = mapping[field]
      return [field, source === undefined ? [] : [[source].flat()]]
    }),
    ...joinedFields.map((field): [RollField, string[][]] => [field, mapping[field].map((part) => [part].flat())]),
  ]
}

/**
 * Finds the columns in the file's header.
 * @param line the header's line in the file
 * @throws AppError malformed if it lacks a column, names one twice, or is not a header
 */
export function readHeader(cells: string[], line: number, mapping: RollMapping = standardRollMapping): Columns {
  if (cells.length > rollLimits.columns)
    throw refuse(line, `has more than ${rollLimits.columns.toLocaleString('en-US')} columns. Check the file.`)
  const names = cells.map((cell) => cell.trim().toUpperCase())
  const missing: string[] = []
  const used = new Set<string>()
  const places = listSources(mapping).map(([field, parts]) => {
    const found = parts.map((part) => findColumns(names, part))
    for (const name of parts.flat()) used.add(name.trim().toUpperCase())
    // Most of our own names are optional; a name that staff typed must be there.
    if (mapping !== standardRollMapping || requiredFields.includes(field))
      missing.push(...parts.filter((_, index) => found[index]?.length === 0).map((part) => part.join(' or ')))
    return [field, found.filter((columns) => columns.length > 0)] as const
  })
  if (missing.length > 0) throw refuseMissing(line, missing, cells.length)
  const twice = names.find((name, place) => used.has(name) && names.indexOf(name) !== place)
  if (twice !== undefined) throw refuse(line, `has the column ${twice} twice. Remove or rename one.`)
  return { width: cells.length, places: places.filter(([, parts]) => parts.length > 0) }
}

const findColumns = (names: string[], part: string[]): number[] =>
  part.map((name) => names.indexOf(name.trim().toUpperCase())).filter((place) => place !== -1)

const refuse = (line: number, what: string) => new AppError('malformed', `Line ${line} ${what}`)

function refuseMissing(line: number, missing: string[], columns: number): AppError {
  const what =
    missing.length === 1
      ? `has no column ${missing[0]}. The first line must name the columns. Add it, or map another column to it.`
      : `has no columns ${missing.join(', ')}. The first line must name the columns. Add them, or map other columns to them.`
  const hint =
    columns === 1 ? ' We see only one column: separate the columns with commas, tabs, semicolons or vertical bars.' : ''
  return refuse(line, what + hint)
}
