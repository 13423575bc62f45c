/** Seeded random numbers: the same seed gives the same numbers on every machine. */
export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number from 0 up to, not including, the limit. */
  below(limit: number): number
  /** True with this probability. */
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
}

/** Mulberry32, started from a mix of the seed and an index, so that the n-th item can be made without the others. */
export function randomAt(seed: number, place = 0): Random {
  let state = mix(seed ^ mix(place + 0x9e3779b9))
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    return mix(state) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (list) => list[below(list.length)]!,
  }
}

function mix(value: number): number {
  let mixed = value
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

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

/** Draws ranks from 0 with the weight 1 / (rank + shift) ^ exponent: a few are everywhere, most are rare. */
export function zipf(size: number, shift: number, exponent: number): (random: Random) => number {
  const draw = weighted(Float64Array.from({ length: size }, (_, rank) => (rank + 1 + shift) ** -exponent))
  return ({ next }) => draw(next)
}

/** Draws an index by its weight, with numbers from 0 to 1. */
export function weighted(weights: ArrayLike<number>): (next: () => number) => number {
  const upTo = new Float64Array(weights.length)
  let sum = 0
  for (let i = 0; i < weights.length; i++) upTo[i] = sum += weights[i]!
  return (next) => {
    const wanted = next() * sum
    let [low, high] = [0, weights.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (upTo[middle]! > wanted) high = middle
      else low = middle + 1
    }
    return low
  }
}
