/**
 * Reads rows page by page, each page after the last row of the one before, so that a slow reader holds no connection.
 * @param read the rows after that one; fewer than `size` end it
 */
export async function* readPages<Row>(
  read: (after: Row | undefined, size: number) => Promise<Row[]>,
  size = 1000,
): AsyncGenerator<Row[]> {
  let after: Row | undefined
  for (;;) {
    const rows = await read(after, size)
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    after = rows.at(-1)
  }
}

/** The same pages with each row mapped. */
export async function* mapPages<From, To>(pages: AsyncIterable<From[]>, form: (row: From) => To): AsyncGenerator<To[]> {
  for await (const page of pages) yield page.map(form)
}

/**
 * Reads the first page now, so that an immediate failure is still an error and not half a file.
 * @returns the same pages, the first included
 */
export async function startReading<T>(pages: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = await pages.next()
  return (async function* all() {
    if (first.done) return
    yield first.value
    yield* pages
  })()
}
