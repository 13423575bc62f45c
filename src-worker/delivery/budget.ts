const countedForMs = 5000

/**
 * Whether the county's texts for this month are used up; recounts every few seconds.
 * @param countTexts counts the texts of this month
 */
export function createTextBudget(countTexts: () => Promise<number>): (max: number) => Promise<boolean> {
  // By the monotonic clock: a wall clock that is set back must not delay the next count.
  let counted = { at: -Infinity, texts: 0 }
  return async (max) => {
    const now = performance.now()
    if (now - counted.at > countedForMs) counted = { at: now, texts: await countTexts() }
    return counted.texts >= max
  }
}
