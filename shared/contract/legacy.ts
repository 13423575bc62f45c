import { z } from 'zod'
import { tooLong } from './alert.ts'
import { messages } from './messages.ts'

const requiredText = (max: number) => z.string().trim().min(1, messages.required).max(max, tooLong(max))

/** The fields of the migration page and the county's name typed as confirmation; all required. */
export const migrationInput = z.strictObject({
  /** host or host:port. */
  databaseAddress: requiredText(255),
  databaseName: requiredText(63),
  username: requiredText(63),
  // Never trimmed: it may contain spaces.
  password: z.string().min(1, messages.required).max(200, tooLong(200)),
  countyCode: requiredText(20),
  countyName: requiredText(100),
})
export type MigrationInput = z.infer<typeof migrationInput>

export const wrongCounty = 'Enter the county name as shown.'

/** Whether the county's name was typed correctly, ignoring case. */
export const isCountyConfirmed = (typed: string, county: string): boolean =>
  typed.trim().toLowerCase() === county.trim().toLowerCase()

export const migrationQuestion =
  'Clicking Yes will wipe clean any existing ALERTS and EMAIL ADDRESSES in LNS2.  Continue?'
