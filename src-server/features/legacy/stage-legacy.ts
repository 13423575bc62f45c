import type { ParcelMask } from '#shared/matching/parcel.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { mapAlert, type Mapped, mapEmail, skipReasons } from './legacy-mapping.ts'
import type { LegacySource } from './legacy-source.ts'
import { RunFailed } from './run-failed.ts'
import type { RunCounts, SkippedRow } from './run.queries.ts'
import { insertSkipped, stageAlerts, stageEmails } from './stage.queries.ts'

/** Rows of a kind that are read at most: far above a county's, below what would fill a disk. */
export const defaultMaxRows = 2_000_000

type Staging = {
  source: LegacySource
  runId: number
  mask: ParcelMask
  mostRows: number
  counts: RunCounts
  /** Called after each portion. Throws where the run is to end. */
  report: (done: number) => Promise<void>
}

/**
 * Reads the legacy rows of one county, checks each, and puts aside what can be taken over. Every other row is listed
 * with its reason. Nothing that is in use is touched.
 * @param db the run's own connection
 * @throws RunFailed past the limit of rows; whatever the source throws
 */
export async function stageLegacy(db: Db, staging: Staging): Promise<void> {
  const { source, mask, counts } = staging
  const others = await source.otherCounties()
  counts.otherCountyEmails = others.emails
  counts.otherCountyAlerts = others.alerts

  for await (const rows of source.emails()) {
    counts.emailsRead += rows.length
    limitRows(counts.emailsRead, staging)
    const { taken, skipped } = await stage('EMAIL', rows.map(mapEmail), (emails) =>
      stageEmails(db, staging.runId, emails),
    )
    counts.emailsUnverified += taken.filter(({ verified }) => !verified).length
    counts.emailsSkipped += skipped.length
    await insertSkipped(db, staging.runId, skipped)
    await staging.report(counts.emailsRead)
  }
  for await (const rows of source.alerts()) {
    counts.alertsRead += rows.length
    limitRows(counts.alertsRead, staging)
    const mapped = rows.map((row) => mapAlert(row, mask))
    const { skipped } = await stage('ALERT', mapped, (alerts) => stageAlerts(db, staging.runId, alerts))
    counts.alertsSkipped += skipped.length
    await insertSkipped(db, staging.runId, skipped)
    await staging.report(counts.emailsRead + counts.alertsRead)
  }
}

function limitRows(read: number, { mostRows }: Staging): void {
  if (read > mostRows)
    throw new RunFailed(`The legacy database holds more than ${mostRows.toLocaleString('en-US')} rows of one kind.`)
}

/** Keeps what was mapped; a number that was there before, here or in an earlier portion, is skipped. */
async function stage<T extends { legacyId: string }>(
  of: SkippedRow['of'],
  mapped: Mapped<T>[],
  keep: (rows: T[]) => Promise<Set<string>>,
): Promise<{ taken: T[]; skipped: SkippedRow[] }> {
  const good = mapped.flatMap((one) => ('taken' in one ? [one.taken] : []))
  const fresh = await keep(good)
  const taken: T[] = []
  const skipped: SkippedRow[] = mapped.flatMap((one) => ('taken' in one ? [] : [{ of, ...one }]))
  for (const row of good) {
    if (fresh.delete(row.legacyId)) taken.push(row)
    else skipped.push({ of, legacyId: row.legacyId, reason: skipReasons.sameId })
  }
  return { taken, skipped }
}
