type Bisected<Item, Result> = {
  /** Processes these items, or the next ones of a queue if null: all of them or, if it throws, none. */
  work(items: Item[] | null): Promise<Result>
  /**
   * The items of a batch that failed because of its content, so that smaller batches may succeed; null for any other
   * error.
   */
  failedItems(error: unknown, tried: Item[] | null): Item[] | null
  /** Handles an item that fails in a batch of its own, with its error. */
  onBadItem(item: Item, error: unknown): Promise<Result> | Result
}

/**
 * Processes a batch; if it fails because of its content, processes each half, until each item that fails is in a batch
 * of its own. So one bad item does not hold up the others.
 * @param items null for the next ones of a queue
 * @returns what `work` and `onBadItem` returned, in the order of the items
 * @throws the error of `work` if it is not about the content, and any error of `onBadItem`
 */
export async function bisectOnError<Item, Result>(
  items: Item[] | null,
  options: Bisected<Item, Result>,
): Promise<Result[]> {
  if (items?.length === 0) return []
  try {
    return [await options.work(items)]
  } catch (error) {
    const failed = options.failedItems(error, items)
    if (!failed) throw error
    const [first, ...others] = failed
    if (first !== undefined && others.length === 0) return [await options.onBadItem(first, error)]
    const middle = Math.ceil(failed.length / 2)
    const results = await bisectOnError(failed.slice(0, middle), options)
    return [...results, ...(await bisectOnError(failed.slice(middle), options))]
  }
}
