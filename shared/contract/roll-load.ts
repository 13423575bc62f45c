import { z } from 'zod'
import { rollMappingSchema } from './roll-mapping.ts'
import type { RollField } from './roll.ts'

const megabyte = 1024 * 1024

/** Limits of a roll's file, in bytes and characters. */
export const rollLimits = {
  fileBytes: 200 * megabyte,
  unpackedBytes: 1024 * megabyte,
  /**
   * An upload arrives in pieces of this size, each its own request: small enough for the usual limits of proxies and
   * for a slow line. The browser sends a piece again if its connection breaks.
   */
  pieceBytes: megabyte,
  fileName: 200,
  columns: 1_000,
  /** Lines that we list for each kind of problem; all of them are counted. */
  listedProblems: 200,
  samples: 5,
  /** Replaced versions that we keep. */
  former: 2,
  /** A roll that lost more than this share of its parcels needs a second confirmation. */
  lostShare: 0.1,
} as const

/** The maximum length of each field. An alert's parcel has 50 characters. */
export const parcelLimits: Record<RollField, number> = {
  parcelId: 50,
  address: 200,
  city: 100,
  zip: 20,
  legalDescription: 10_000,
  ownerName: 1_000,
  mailAddress: 500,
  mailCity: 100,
  mailState: 50,
  mailZip: 20,
}

/** The names of the fields for staff: on the page, and in the problems of a line. */
export const rollFieldLabels: Record<RollField, string> = {
  parcelId: 'Parcel ID',
  address: 'Address',
  city: 'City',
  zip: 'Zip',
  legalDescription: 'Legal description',
  ownerName: 'Owner names',
  mailAddress: 'Mailing address',
  mailCity: 'Mailing city',
  mailState: 'Mailing state',
  mailZip: 'Mailing zip',
}

/** Why a line of the file was left out. */
export const leftOutKinds = [
  'missingParcelId',
  'mangledParcelId',
  'duplicateParcel',
  'wrongColumns',
  'openQuote',
  'tooLong',
  'badCharacter',
] as const
/** What a parcel that we keep lacks. */
export const keptKinds = ['noAddress', 'noMask'] as const
export const rollProblemKinds = [...leftOutKinds, ...keptKinds] as const
export type RollProblemKind = (typeof rollProblemKinds)[number]

/** A problem of one line. `detail` names the parcel, the column or the figures, in plain words. */
export type RollProblem = { line: number; kind: RollProblemKind; detail: string }

/** A line's problem in words, for staff: on the page and in the command's summary. */
export const rollProblemTexts: Record<RollProblemKind, string> = {
  missingParcelId: 'No parcel ID',
  mangledParcelId: 'A spreadsheet changed the parcel ID',
  duplicateParcel: 'The parcel is in the file twice',
  wrongColumns: 'Wrong number of columns',
  openQuote: 'A quotation mark is never closed',
  tooLong: 'Too long',
  badCharacter: 'A character that cannot be shown',
  noAddress: 'No address',
  noMask: 'The parcel ID does not fit the county’s parcel mask',
}

export const describeProblem = ({ kind, detail }: Pick<RollProblem, 'kind' | 'detail'>): string =>
  detail === '' ? rollProblemTexts[kind] : `${rollProblemTexts[kind]} (${detail})`

export type RollProblemCounts = Partial<Record<RollProblemKind, number>>

/** A parcel as staff see it in a comparison, without its owners. */
export type RollSample = {
  parcelId: string
  address: string
  /** What changed, for a changed parcel. */ change?: string
}

/** What would change if this roll replaced the one in use. */
export type RollComparison = {
  parcels: number
  added: number
  gone: number
  changed: number
  same: number
  samples: { added: RollSample[]; gone: RollSample[]; changed: RollSample[] }
}

/** What the row of a version keeps in addition to its figures. */
export type RollDetails = {
  /** How much of the file we have read, from 0 to 1. */
  progress?: number
  /** The character set, if it is not UTF-8. */
  encoding?: string
  /** Lines that are not UTF-8, and that we read as Windows-1252. */
  windowsLines?: number
  /** What separates the columns, if it is not a comma. */
  delimiter?: string
  samples?: RollComparison['samples']
}

/** Whether a roll needs a second confirmation: it would remove more than a tenth of the parcels in use. */
export const losesMany = (gone: number, inUse: number): boolean => gone > inUse * rollLimits.lostShare

export const beginUploadInput = z.strictObject({
  fileName: z.string().trim().min(1).max(rollLimits.fileName),
  bytes: z
    .number()
    .int()
    .min(1, 'The file is empty. Choose another one.')
    .max(rollLimits.fileBytes, 'The file is larger than 200 MB. Compress it with gzip, or ask for a smaller one.'),
  mapping: rollMappingSchema.nullable(),
})
export type BeginUpload = z.output<typeof beginUploadInput>

/** The address for the pieces of an upload: `POST /roll/uploads/7/pieces/0`. */
export const rollPiecePath = '/roll/uploads/:id/pieces/:place'
export const toPiecePath = (id: number, place: number): string => `/roll/uploads/${id}/pieces/${place}`
export const countPieces = (bytes: number): number => Math.ceil(bytes / rollLimits.pieceBytes)
