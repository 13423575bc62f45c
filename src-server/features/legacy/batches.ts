/** What one portion took: how far it came, or null where nothing was left, and how many rows. */
export type Batch = { last: number | null; rows: number }

/** Rows in one statement: none takes so long that the database or the network calls it dead. */
export const batchRows = 10_000

/**
 * Takes rows in portions, in the order of their places, until none is left. Each begins where the last one ended, so
 * that what was deleted is not walked over again.
 * @param report is told how many rows are done; it throws where the run is to end
 * @returns rows taken
 */
export async function inBatches(
  take: (after: number) => Promise<Batch>,
  report: (done: number) => Promise<void>,
): Promise<number> {
  let done = 0
  let after = 0
  for (;;) {
    const { last, rows } = await take(after)
    if (last === null) return done
    after = last
    done += rows
    await report(done)
  }
}
