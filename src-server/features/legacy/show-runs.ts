import { pageSize, toLimitOffset } from '#shared/contract/paging.ts'
import { formatTime } from '#shared/domain/dates.ts'
import type { MigrationDeps } from './migrate-legacy.ts'
import {
  listRuns,
  listSkipped,
  restorableRun,
  type RunKind,
  type RunProgress,
  type RunState,
  settleIfNoneLives,
  type SkippedRow,
} from './run.queries.ts'

/** A run as the page shows it. */
export type RunView = Omit<RunProgress, 'counts'> & {
  id: number
  kind: RunKind
  state: RunState
  counts: RunProgress['counts']
  startedAtFormatted: string
  endedAtFormatted: string
  startedBy: string
  /** Rows that were not taken over. */
  skipped: number
}

export type RunsView = {
  runs: RunView[]
  /** The migration that can be put back, if there is one. */
  restorable: number | null
  /** False where the operator allows no host. */
  allowed: boolean
}

/** The latest runs, with how far a running one is. One whose server is gone is called failed by this look. */
export async function showRuns({ db, env }: Pick<MigrationDeps, 'db' | 'env'>): Promise<RunsView> {
  await settleIfNoneLives(db)
  const zone = env.COUNTY_TIME_ZONE
  const runs = await listRuns(db, pageSize)
  return {
    runs: runs.map(({ progress, startedAt, endedAt, startedBy, ...run }) => ({
      ...run,
      ...progress,
      startedAtFormatted: formatTime(startedAt, zone),
      endedAtFormatted: formatTime(endedAt, zone),
      startedBy: startedBy ?? '',
    })),
    restorable: (await restorableRun(db))?.id ?? null,
    allowed: env.LEGACY_DATABASE_HOSTS.length > 0,
  }
}

export type SkippedView = {
  rows: SkippedRow[]
  total: number
  reasons: { of: SkippedRow['of']; reason: string; rows: number }[]
}

/** The rows that a run did not take over, by their numbers in the legacy database, and how many for each reason. */
export const showSkipped = (
  { db }: Pick<MigrationDeps, 'db'>,
  { runId, page }: { runId: number; page?: number | null | undefined },
): Promise<SkippedView> => listSkipped(db, runId, toLimitOffset(page))
