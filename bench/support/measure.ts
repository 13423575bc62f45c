/** Measures how long `work` takes, in seconds. */
export async function seconds(work: () => Promise<unknown> | void): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

export function median(values: number[]): number {
  if (values.length === 0) throw new RangeError('There is no median of nothing.')
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The percentile of the values: 0.95 for p95. */
export function percentile(values: number[], part: number): number {
  if (values.length === 0) throw new RangeError('There is no percentile of nothing.')
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1]!
}

export type Comparison = { ours: number; limit: number; ratio: number }

/**
 * Measures two sides alternately, so that anything that slows the machine slows both, and takes medians of each side
 * and of the ratios of adjacent runs.
 * @param ours, limit each measures once and returns a figure in the same unit
 */
export async function measureInterleaved(
  runs: number,
  ours: (run: number) => Promise<number>,
  limit: (run: number) => Promise<number>,
): Promise<Comparison> {
  const figures: Comparison[] = []
  for (let run = 0; run < runs; run++) {
    // The side that goes first finds different caches, so the order alternates too.
    const oursFirst = run % 2 === 0
    const first = await (oursFirst ? ours(run) : limit(run))
    const second = await (oursFirst ? limit(run) : ours(run))
    const [our, lim] = oursFirst ? [first, second] : [second, first]
    figures.push({ ours: our, limit: lim, ratio: our / lim })
  }
  return {
    ours: median(figures.map((figure) => figure.ours)),
    limit: median(figures.map((figure) => figure.limit)),
    ratio: median(figures.map((figure) => figure.ratio)),
  }
}
