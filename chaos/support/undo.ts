/** Steps that stop or remove what a run started, in the order in which it was started. */
export type Undo = (() => Promise<unknown>)[]

/**
 * Runs work, and afterward undoes what it started, last first: also if it fails, and if the command is stopped by
 * SIGINT or SIGTERM, which then exits with 130.
 */
export async function runAndUndo<T>(work: (undo: Undo) => Promise<T>): Promise<T> {
  const undo: Undo = []
  const undoAll = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step()
  }
  let interruption: Promise<void> | undefined
  const onInterrupt = () => (interruption ??= undoAll().finally(() => process.exit(130)))
  process.once('SIGINT', onInterrupt).once('SIGTERM', onInterrupt)
  try {
    return await work(undo)
  } finally {
    process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt)
    // What is being stopped fails the work; the exit waits until all of it is undone.
    await interruption
    await undoAll()
  }
}
