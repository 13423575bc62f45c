import { parcelLimits, rollFieldLabels, type RollProblem, type RollProblemKind } from '#shared/contract/roll-load.ts'
import type { RollField } from '#shared/contract/roll.ts'
import { mangledParcelReason, padToMask, type ParcelMask, splitParcel } from '#shared/matching/parcels/parcel.ts'
import type { Columns } from './read-header.ts'
import type { SheetRow } from './split-rows.ts'

/** A parcel of the file, before its key and its search columns are known. */
export type FileParcel = { line: number } & Record<RollField, string>

type Read = { parcel?: FileParcel; problems: RollProblem[] }

// Characters that a database or a page cannot show; line breaks and tabs have already become spaces.
const badCharacter = /[\p{Cc}\p{Cs}\ufffe\uffff]/u
/** Access and Excel write line breaks within a cell in any of these ways. */
const spaces = /\s+/g

/** Reads one row as a parcel, with the problems of its line; without a parcel if the line is left out. */
export function readParcel(row: SheetRow, columns: Columns, mask: ParcelMask): Read {
  const leaveOut = (kind: RollProblemKind, detail = ''): Read => ({ problems: [{ line: row.line, kind, detail }] })
  if ('fault' in row) return row.fault === 'openQuote' ? leaveOut('openQuote') : leaveOut('tooLong', 'the line')
  const { cells, line } = row
  if (cells.every((cell) => cell.trim() === '')) return { problems: [] }
  const extra = cells.slice(columns.width).some((cell) => cell.trim() !== '')
  if (extra || cells.length < columns.width)
    return leaveOut('wrongColumns', `${cells.length} instead of ${columns.width}`)
  const parcel: FileParcel = { ...emptyParcel, line }
  for (const [field, parts] of columns.places) {
    const value = parts.length === 1 ? readPart(cells, parts[0]!) : joinParts(cells, parts, field)
    if (value === '') continue
    if (badCharacter.test(value)) return leaveOut('badCharacter', rollFieldLabels[field])
    if (value.length > parcelLimits[field])
      return leaveOut(
        'tooLong',
        `${rollFieldLabels[field]}: ${value.length} characters, at most ${parcelLimits[field]}`,
      )
    parcel[field] = value
  }
  if (parcel.parcelId === '') return leaveOut('missingParcelId')
  const mangled = mangledParcelReason(parcel.parcelId)
  if (mangled) return leaveOut('mangledParcelId', `${parcel.parcelId}. ${mangled}`)
  return { parcel, problems: listKept(parcel, mask) }
}

function listKept({ line, parcelId, address }: FileParcel, mask: ParcelMask): RollProblem[] {
  const problems: RollProblem[] = []
  if (address === '') problems.push({ line, kind: 'noAddress', detail: parcelId })
  if (mask && padToMask(splitParcel(parcelId), mask, false).length === 0)
    problems.push({ line, kind: 'noMask', detail: parcelId })
  return problems
}

const emptyParcel: Record<RollField, string> = {
  parcelId: '',
  address: '',
  city: '',
  zip: '',
  legalDescription: '',
  ownerName: '',
  mailAddress: '',
  mailCity: '',
  mailState: '',
  mailZip: '',
}

function readPart(cells: string[], alternatives: number[]): string {
  for (const place of alternatives) {
    const value = (cells[place] ?? '').replace(spaces, ' ').trim()
    if (value !== '') return value
  }
  return ''
}

/** Owners stay separate; the parts of an address or a description are one text. */
const joinParts = (cells: string[], parts: number[][], field: RollField): string =>
  parts
    .map((part) => readPart(cells, part))
    .filter(Boolean)
    .join(field === 'ownerName' ? '; ' : ' ')
