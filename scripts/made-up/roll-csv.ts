import { type RollField, rollHeaders } from '#shared/contract/roll.ts'

/** A parcel by the columns of a roll's file. */
export type RollRow = Record<RollField, string>

const fields = Object.keys(rollHeaders) as RollField[]
const writeCell = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The first line of a file that `npm run roll` reads. */
export const rollHeaderLine = `${fields.map((field) => rollHeaders[field]).join(',')}\n`
export const writeRollLine = (row: RollRow): string => `${fields.map((field) => writeCell(row[field])).join(',')}\n`
