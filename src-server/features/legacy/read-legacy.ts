import type { ParcelMask } from '#shared/matching/parcels/parcel.ts'
import type { LegacySource } from './legacy-source.ts'
import { RunFailed } from './run-failed.ts'
import type { ActiveRun } from './run-in-background.ts'
import { stageLegacy } from './stage-legacy.ts'

const lostText = 'The legacy database stopped responding or took too long. Nothing was changed.'

type Reading = {
  mask: ParcelMask
  /** The limit per kind of row. */
  maxRows: number
  /** The limit for reading everything. */
  readingMs: number
}

/**
 * Reads everything before anything changes; any fault of the source ends the run there.
 * @throws RunFailed past a limit, or if the source fails
 */
export async function readLegacy(
  source: LegacySource,
  run: ActiveRun,
  { mask, maxRows, readingMs }: Reading,
): Promise<void> {
  const limit = AbortSignal.any([run.signal, AbortSignal.timeout(readingMs)])
  const end = () => source.close()
  limit.addEventListener('abort', end)
  try {
    await stageLegacy(run.connection, {
      source: naming(source),
      runId: run.id,
      mask,
      maxRows,
      counts: run.counts,
      report: (done) => run.report('reading', done, null),
    })
  } finally {
    limit.removeEventListener('abort', end)
    source.close()
  }
}

const failReading = (cause: unknown): never => {
  throw new RunFailed(lostText, { cause })
}

async function* withReadErrors<Row>(rows: AsyncIterable<Row[]>): AsyncIterable<Row[]> {
  const portions = rows[Symbol.asyncIterator]()
  for (;;) {
    const next = await portions.next().catch(failReading)
    if (next.done) return
    yield next.value
  }
}

/** Wraps the source so that each of its faults reads as a message for the administrator. */
function naming(source: LegacySource): LegacySource {
  return {
    otherCounties: () => source.otherCounties().catch(failReading),
    emails: () => withReadErrors(source.emails()),
    alerts: () => withReadErrors(source.alerts()),
    close: source.close,
  }
}
