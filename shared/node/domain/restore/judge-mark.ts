/** What a process last saw of its database, as it is kept outside it. */
export type Mark = { databaseId: string; timeline: string; position: number }

/** Where the database stands now. */
export type DatabaseNow = Mark & {
  /** When its position was last moved. */
  positionAt: Date
  /** Timelines that ended with a restore which was noticed. */
  pastTimelines: string[]
}

/**
 * Whether the database is older than a process has seen it: restored from a backup, or a standby that was behind when
 * it took over. Positions are counted, so that no clock matters.
 *
 * A mark of another database says nothing: that one was replaced on purpose. A mark of a timeline that ended is of
 * before a restore that another process, or staff, has noticed already. One of a timeline that this database never had
 * was made after the backup.
 */
export function isOlder(mark: Mark | null, now: DatabaseNow): boolean {
  if (mark === null || mark.databaseId !== now.databaseId) return false
  if (mark.timeline === now.timeline) return now.position < mark.position
  return !now.pastTimelines.includes(mark.timeline)
}
