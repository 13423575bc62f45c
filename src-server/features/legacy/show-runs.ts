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
  failLostRunsIfIdle,
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
  /** Rows that it skipped. */
  skipped: number
}

export type RunsView = {
  runs: RunView[]
  /** The migration that can be undone, if any. */
  restorable: number | null
  /** False if the operator allows no host. */
  allowed: boolean
}

/** The latest runs, with the progress of a live one. Marks a run failed whose server is gone. */
export async function showRuns({ db, env }: Pick<MigrationDeps, 'db' | 'env'>): Promise<RunsView> {
  await failLostRunsIfIdle(db)
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

/** The rows that a run skipped, by their ids in the legacy database, and their number by reason. */
export const showSkipped = (
  { db }: Pick<MigrationDeps, 'db'>,
  { runId, page }: { runId: number; page?: number | null | undefined },
): Promise<SkippedView> => listSkipped(db, runId, toLimitOffset(page))
