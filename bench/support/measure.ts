/** Times one piece of work, in seconds. */
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

/** The value that so large a part of all stays at or below: 0.95 for p95. */
export function percentile(values: number[], part: number): number {
  if (values.length === 0) throw new RangeError('There is no percentile of nothing.')
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1]!
}

export type Sides = { ours: number; limit: number; ratio: number }

/**
 * Measures two sides in turn, so that what slows the machine for a while slows both, and takes medians: of each side,
 * and of the ratios of runs that stood next to each other.
 * @param ours, limit measure once and give a figure of the same unit
 */
export async function interleaved(
  runs: number,
  ours: (run: number) => Promise<number>,
  limit: (run: number) => Promise<number>,
): Promise<Sides> {
  const figures: Sides[] = []
  for (let run = 0; run < runs; run++) {
    // Whoever goes first finds other caches than who goes second: they take turns at that too.
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
