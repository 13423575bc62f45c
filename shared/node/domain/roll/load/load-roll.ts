import { AppError } from '#shared/contract/errors.ts'
import {
  describeProblem,
  leftOutKinds,
  type RollComparison,
  type RollDetails,
  rollLimits,
  type RollProblem,
  type RollProblemCounts,
} from '#shared/contract/roll-load.ts'
import { toParcelKey } from '#shared/domain/property/parcel-key.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { parseMaskOrNull } from '../../alerts/criteria-columns.ts'
import { createEncodingFound, decodeText } from './decode-text.ts'
import { createDuplicateFinder } from './find-duplicates.ts'
import { createPlaces, insertBatch, type KeyedParcel } from './parcel-batch.queries.ts'
import { type Columns, readHeader } from './read-header.ts'
import { readParcel } from './read-parcel.ts'
import { finishRoll, prepareRoll, type RollClaim, writeBatch } from './roll-load.queries.ts'
import { createRowSplitter, type SheetRow } from './split-rows.ts'
import { unpack } from './unpack.ts'

/** A file to read: its bytes as sent, and their number. */
export type RollFile = { pieces: AsyncIterable<Buffer>; bytes: number }

/** A reader's progress: the share of the file, from 0 to 1, and lines. */
export type RollProgress = { share: number; lines: number }

type Options = {
  signal?: AbortSignal
  onProgress?: (progress: RollProgress) => void
  /** Milliseconds after which a reader that found no parcels renews its claim; only tests set it. */
  renewMs?: number
}

/** Parcels written in one transaction: larger ones take more memory and little less time. */
const batchSize = 2_000

/**
 * Reads a file into a version of its own, separate from the one in use, and compares the two. Starts at the first line,
 * no matter what an earlier reader of this version has written.
 * @returns the comparison; the version then waits for confirmation
 * @throws AppError whose message tells staff why the file cannot be read; RollClaimLost if the version was discarded,
 * or another reader has it; the signal's reason
 */
export async function loadRoll(
  db: Db,
  claim: RollClaim,
  file: RollFile,
  { signal, onProgress = () => {}, renewMs = 5_000 }: Options = {},
): Promise<RollComparison> {
  await prepareRoll(db, claim)
  const found = createEncodingFound()
  const splitter = createRowSplitter()
  const reader = createRowReader(claim)
  const places = createPlaces()
  let bytes = 0
  let writtenAt = Date.now()
  async function* counted() {
    for await (const piece of file.pieces) {
      bytes += piece.length
      yield piece
    }
  }
  const write = async (parcels: KeyedParcel[]) => {
    signal?.throwIfAborted()
    const progress = Math.min(1, file.bytes > 0 ? bytes / file.bytes : 1)
    const { lines } = reader.figures()
    const batch = places.toBatch(parcels)
    await writeBatch(db, claim, { lines, details: { progress } }, (tx) => insertBatch(tx, claim.id, batch))
    writtenAt = Date.now()
    onProgress({ share: progress, lines })
  }
  for await (const text of decodeText(unpack(counted()), found)) {
    reader.take(splitter.push(text))
    while (reader.waiting() >= batchSize) await write(reader.next(batchSize))
    signal?.throwIfAborted()
    // During a stretch of lines that are all left out, the claim must stay valid, and reading must end if the version
    // was discarded.
    if (Date.now() - writtenAt >= renewMs) await write([])
  }
  reader.take(splitter.end())
  reader.assertUsable()
  while (reader.waiting() > 0) await write(reader.next(batchSize))
  signal?.throwIfAborted()
  const delimiter = splitter.delimiter()
  const details: RollDetails = {
    progress: 1,
    ...(found.encoding !== 'UTF-8' && { encoding: found.encoding }),
    ...(found.windowsLines > 0 && { windowsLines: found.windowsLines }),
    ...(delimiter !== ',' && delimiter && { delimiter }),
  }
  return finishRoll(db, claim, { ...reader.figures(), details })
}

type Figures = {
  lines: number
  parcels: number
  setAside: number
  outsideMask: number
  problems: RollProblem[]
  problemCounts: RollProblemCounts
}

/** Turns rows into parcels with their keys, and notes the problems of each line. */
function createRowReader({ mask: maskText, mapping }: RollClaim): {
  take(rows: SheetRow[]): void
  waiting(): number
  next(count: number): KeyedParcel[]
  figures(): Figures
  assertUsable(): void
} {
  const mask = parseMaskOrNull(maskText)
  const findDuplicate = createDuplicateFinder(mask)
  const problems = createProblemList(rollLimits.listedProblems)
  const ready: KeyedParcel[] = []
  let columns: Columns | undefined
  let lines = 0
  let parcels = 0

  const takeRow = (row: SheetRow) => {
    if (!columns) {
      if ('fault' in row)
        throw new AppError('malformed', `We cannot read line ${row.line}, which must name the columns.`)
      columns = readHeader(row.cells, row.line, mapping ?? undefined)
      return
    }
    lines += 1
    const read = readParcel(row, columns, mask)
    const { parcel } = read
    const before = parcel && findDuplicate(parcel.parcelId, parcel.line)
    if (parcel && before !== undefined)
      return problems.add({
        line: row.line,
        kind: 'duplicateParcel',
        detail: `${parcel.parcelId}, as on line ${before.toLocaleString('en-US')}`,
      })
    for (const problem of read.problems) problems.add(problem)
    const key = parcel && toParcelKey(parcel.parcelId, mask)
    if (!parcel || !key) return
    parcels += 1
    ready.push({ ...parcel, key })
  }

  return {
    take: (rows) => rows.forEach(takeRow),
    waiting: () => ready.length,
    next: (count) => ready.splice(0, count),
    figures: () => ({
      lines,
      parcels,
      setAside: problems.countLeftOut(),
      outsideMask: problems.counts.noMask ?? 0,
      problems: problems.lines.toSorted((a, b) => a.line - b.line),
      problemCounts: problems.counts,
    }),
    assertUsable() {
      if (!columns) throw new AppError('malformed', 'The file is empty.')
      if (parcels > 0) return
      const [first] = problems.lines
      const why = first ? ` Line ${first.line}: ${describeProblem(first)}.` : ''
      throw new AppError('malformed', `The file has no parcel that we can read.${why}`)
    },
  }
}

/** Counts problems, and keeps the first of each kind. */
function createProblemList(max: number) {
  const lines: RollProblem[] = []
  const counts: RollProblemCounts = {}
  return {
    lines,
    counts,
    add(problem: RollProblem) {
      const count = (counts[problem.kind] ?? 0) + 1
      counts[problem.kind] = count
      if (count <= max) lines.push(problem)
    },
    countLeftOut: () => leftOutKinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0),
  }
}
