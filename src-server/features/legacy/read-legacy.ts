import type { ParcelMask } from '#shared/matching/parcel.ts'
import type { LegacySource } from './legacy-source.ts'
import { RunFailed } from './run-failed.ts'
import type { ActiveRun } from './run-in-background.ts'
import { stageLegacy } from './stage-legacy.ts'

const lostText = 'The legacy database stopped responding or took too long. Nothing was changed.'

type Reading = {
  mask: ParcelMask
  /** Of a kind, at most. */
  mostRows: number
  /** All of it may take that long. */
  readingMs: number
}

/**
 * Reads everything before anything is touched; what the source does wrong ends the run there.
 * @throws RunFailed past a limit, or where the source fails
 */
export async function readLegacy(
  source: LegacySource,
  run: ActiveRun,
  { mask, mostRows, readingMs }: Reading,
): Promise<void> {
  const limit = AbortSignal.any([run.signal, AbortSignal.timeout(readingMs)])
  const end = () => source.close()
  limit.addEventListener('abort', end)
  try {
    await stageLegacy(run.connection, {
      source: naming(source),
      runId: run.id,
      mask,
      mostRows,
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

/** The source, with every fault of its own said in words for the administrator. */
function naming(source: LegacySource): LegacySource {
  return {
    otherCounties: () => source.otherCounties().catch(failReading),
    emails: () => withReadErrors(source.emails()),
    alerts: () => withReadErrors(source.alerts()),
    close: source.close,
  }
}
