/** The state of its database that a process last saw, kept outside the database. */
export type Mark = { databaseId: string; timeline: string; position: number }

/** The database's current position. */
export type DatabaseNow = Mark & {
  /** When that position last advanced. */
  positionAt: Date
  /** Timelines that ended with a known restore. */
  pastTimelines: string[]
}

/**
 * Whether the database is older than when a process last saw it: restored from a backup, or taken over by a standby
 * that was behind. Positions are counters, so clocks do not matter.
 * A mark of another database means nothing: an operator replaced the database on purpose. A mark of a past timeline is
 * from before a restore that another process, or staff, already reported. A mark of a timeline that this database never
 * had was written after the backup.
 */
export function isOlder(mark: Mark | null, now: DatabaseNow): boolean {
  if (mark === null || mark.databaseId !== now.databaseId) return false
  if (mark.timeline === now.timeline) return now.position < mark.position
  return !now.pastTimelines.includes(mark.timeline)
}
