import type { ParcelMask } from '#shared/matching/parcels/parcel.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { mapAlert, type Mapped, mapEmail, skipReasons } from './legacy-mapping.ts'
import type { LegacySource } from './legacy-source.ts'
import { RunFailed } from './run-failed.ts'
import type { RunCounts, SkippedRow } from './run.queries.ts'
import { insertSkipped, stageAlerts, stageEmails } from './stage.queries.ts'

/** The limit per kind of row: far above a county's, below what would fill a disk. */
export const defaultMaxRows = 2_000_000

type Staging = {
  source: LegacySource
  runId: number
  mask: ParcelMask
  maxRows: number
  counts: RunCounts
  /** Called after each batch. Throws if the run must end. */
  report: (done: number) => Promise<void>
}

/**
 * Reads the legacy rows of one county, checks each, and stages those that can be imported. It lists every other row
 * with its reason, and changes nothing in use.
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

function limitRows(read: number, { maxRows }: Staging): void {
  if (read > maxRows)
    throw new RunFailed(`The legacy database holds more than ${maxRows.toLocaleString('en-US')} rows of one kind.`)
}

/** Stages mapped rows; skips an id that came before, here or in an earlier batch. */
async function stage<T extends { legacyId: string }>(
  of: SkippedRow['of'],
  mapped: Mapped<T>[],
  keep: (rows: T[]) => Promise<Set<string>>,
): Promise<{ taken: T[]; skipped: SkippedRow[] }> {
  const good = mapped.flatMap((row) => ('taken' in row ? [row.taken] : []))
  const fresh = await keep(good)
  const taken: T[] = []
  const skipped: SkippedRow[] = mapped.flatMap((row) => ('taken' in row ? [] : [{ of, ...row }]))
  for (const row of good) {
    if (fresh.delete(row.legacyId)) taken.push(row)
    else skipped.push({ of, legacyId: row.legacyId, reason: skipReasons.sameId })
  }
  return { taken, skipped }
}
