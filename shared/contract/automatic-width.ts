import type { MatchOptions } from './alert.ts'

/** The match options with which a new alert of a person starts if its name is rare. */
export const wideMatchOptions = {
  typingSlips: true,
  soundAlikes: true,
  nicknames: true,
  formerName: true,
} as const satisfies Partial<MatchOptions>

/** A new alert starts wide if at most so many records a year are expected to have its name, or had it. */
export const maxRecordsOfRareName = { census: 1, records: 3 } as const

/** Whether a new alert starts wide, and what decided it: all that it found among a year's records, or the census. */
export type AlertWidth = { on: boolean; by: 'records' | 'census'; perYear: number }
