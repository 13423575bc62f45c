import { z } from 'zod'
import { tooLong } from './alert.ts'
import { messages } from './messages.ts'

const needed = (max: number) => z.string().trim().min(1, messages.required).max(max, tooLong(max))

/** The fields of the migration page (decisions, section 13), and the county's name, typed to confirm; all are required. */
export const migrationInput = z.strictObject({
  /** host or host:port. */
  databaseAddress: needed(255),
  databaseName: needed(63),
  username: needed(63),
  // Never trimmed: a space may belong to it.
  password: z.string().min(1, messages.required).max(200, tooLong(200)),
  countyCode: needed(20),
  countyName: needed(100),
})
export type MigrationInput = z.infer<typeof migrationInput>

export const wrongCounty = 'Enter the county name as shown.'

/** Whether the county's name was typed as it is; letters in either case (decisions, section 10). */
export const confirmsCounty = (typed: string, county: string): boolean =>
  typed.trim().toLowerCase() === county.trim().toLowerCase()

export const migrationQuestion =
  'Clicking Yes will wipe clean any existing ALERTS and EMAIL ADDRESSES in LNS2.  Continue?'
export const testTextQuestion = 'Sending a test text.  Continue?'
