/** One batch: the id that it reached, or null if no row was left, and its number of rows. */
export type Batch = { last: number | null; rows: number }

/** Rows per statement: few enough that no statement looks dead to the database or the network. */
export const batchRows = 10_000

/**
 * Works through rows in batches, in the order of their ids, until no row is left. Each batch begins where the last one
 * ended, so that it does not rescan deleted rows.
 * @param report receives the number of rows done; it throws if the run must end
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
