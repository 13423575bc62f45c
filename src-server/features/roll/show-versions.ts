import { pageSize } from '#shared/contract/paging.ts'
import type { RollComparison, RollProblem, RollProblemCounts, RollProblemKind } from '#shared/contract/roll-load.ts'
import type { RollMapping } from '#shared/contract/roll-mapping.ts'
import type { RollState } from '#shared/contract/roll.ts'
import { formatTime } from '#shared/domain/dates.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { pendingStates } from './pending-states.ts'
import { findLatestMapping, listProblems, listVersions, measureUpload, type RollRow } from './roll-versions.queries.ts'

export type RollVersionView = {
  id: number
  state: RollState
  fileName: string
  parcels: number
  lines: number
  setAside: number
  outsideMask: number
  problemCounts: RollProblemCounts
  failure: string
  started: string
  startedBy: string
  used: string
  usedBy: string
  ended: string
  /** The character set, if it is not UTF-8; what separates the columns, if it is not a comma. */
  encoding: string
  windowsLines: number
  delimiter: string
}

/** The pending version. */
export type PendingRollView = RollVersionView & {
  /** From 0 to 1: of the upload, then of the reading. */
  share: number
  comparison: RollComparison | null
  /** Whether the caller started it in this account, and may continue it. */
  isOwn: boolean
}

export type RollVersionsView = {
  current: RollVersionView | null
  /** Newest first. */
  former: RollVersionView[]
  coming: PendingRollView | null
  /** The latest file, if it failed and no other followed it. */
  failed: RollVersionView | null
  mapping: RollMapping | null
}

/** The versions of the roll as their page shows them. */
export async function showVersions(db: Db, userId: number, timeZone: string): Promise<RollVersionsView> {
  const rows = await listVersions(db)
  const find = (...states: RollState[]) => rows.find(({ state }) => states.includes(state))
  const current = find('current')
  const coming = find(...pendingStates)
  const [latest] = rows
  const view = (row: RollRow) => toView(row, timeZone)
  return {
    current: current ? view(current) : null,
    former: rows
      .filter(({ state }) => state === 'former')
      .toSorted((a, b) => (b.endedAt?.getTime() ?? 0) - (a.endedAt?.getTime() ?? 0))
      .map(view),
    coming: coming
      ? { ...view(coming), ...(await describeComing(db, coming, current)), isOwn: coming.createdById === userId }
      : null,
    failed: latest?.state === 'failed' ? view(latest) : null,
    mapping: await findLatestMapping(db),
  }
}

const toView = (row: RollRow, timeZone: string): RollVersionView => ({
  id: row.id,
  state: row.state,
  fileName: row.fileName,
  parcels: row.parcels,
  lines: row.lines,
  setAside: row.setAside,
  outsideMask: row.outsideMask,
  problemCounts: row.problemCounts,
  failure: row.failure,
  started: formatTime(row.createdAt, timeZone),
  startedBy: row.createdBy,
  used: formatTime(row.usedAt, timeZone),
  usedBy: row.usedBy,
  ended: formatTime(row.endedAt, timeZone),
  encoding: row.details.encoding ?? '',
  windowsLines: row.details.windowsLines ?? 0,
  delimiter: row.details.delimiter ?? '',
})

async function describeComing(
  db: Db,
  row: RollRow,
  current: RollRow | undefined,
): Promise<Pick<PendingRollView, 'share' | 'comparison'>> {
  if (row.state === 'uploading') {
    const { bytes } = await measureUpload(db, row.id)
    return { share: row.bytes ? bytes / row.bytes : 0, comparison: null }
  }
  if (row.state !== 'loaded') return { share: row.details.progress ?? 0, comparison: null }
  return { share: 1, comparison: toComparison(row, current?.parcels ?? 0) }
}

/** What a loaded version would change. @param inUse parcels of the version in use */
export const toComparison = (row: RollRow, inUse: number): RollComparison => ({
  parcels: row.parcels,
  added: row.added,
  gone: row.gone,
  changed: row.changed,
  same: Math.max(0, inUse - row.gone - row.changed),
  samples: row.details.samples ?? { added: [], gone: [], changed: [] },
})

/** The listed problems of a version, by line. */
export async function showProblems(
  db: Db,
  { id, kind, page }: { id: number; kind?: RollProblemKind | undefined; page: number },
): Promise<{ problems: RollProblem[]; total: number }> {
  const all = (await listProblems(db, id)).filter((problem) => !kind || problem.kind === kind)
  return { problems: all.slice((page - 1) * pageSize, page * pageSize), total: all.length }
}
