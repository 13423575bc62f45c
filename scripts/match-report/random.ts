/** A fixed seed, so that two runs show the same samples and make the same county. */
export const seed = 20_240_601

/** Numbers from 0 to 1 in a sequence fixed by the seed (mulberry32). */
export function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** This many distinct items, chosen without repeats. */
export function sample<T>(items: Iterable<T>, size: number, random: () => number): T[] {
  const left = [...new Set(items)]
  const taken: T[] = []
  while (taken.length < size && left.length > 0) taken.push(...left.splice(Math.floor(random() * left.length), 1))
  return taken
}

export const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)]!

/** Draws an index with the weight it has. */
export function weighted(weights: readonly number[]): (random: () => number) => number {
  const upTo = new Float64Array(weights.length)
  let sum = 0
  weights.forEach((weight, i) => (upTo[i] = sum += weight))
  return (random) => {
    const wanted = random() * sum
    let [low, high] = [0, weights.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (upTo[middle]! > wanted) high = middle
      else low = middle + 1
    }
    return low
  }
}
